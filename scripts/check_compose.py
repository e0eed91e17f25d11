"""Run the image and the compose files with a container engine, and use what they start.

It needs Docker with its compose plugin, or Podman with podman-compose. Run it by `make check-compose`, which builds the
image first. Every container, network and volume has a name of its own and is removed at the end; the site that is
scraped is a container too. With `--stand-ins` the other images are made from Debian's packages (as root, on Debian),
where no registry of images is reached.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import yaml
from acceptance import KEY, Service, check, check_crawl, check_pages, check_scrapes, free_port, until

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
STAND_INS = ROOT / "scripts" / "stand_ins"
BASE = "docker.io/library/debian:trixie-slim"
OTHERS = {"docker.io/library/postgres:17": "postgres.Dockerfile", "docker.io/library/caddy:2": "caddy.Dockerfile"}
COMPOSES = (["docker", "compose"], ["podman-compose"])
SITE = "http://site:8000/"
SITE_COMMAND = ["python", "-m", "gossamer.testing.site", "--address", "0.0.0.0", "--port", "8000", "--pages", "3000"]
HEADING = "Page 0"
CRAWLED = 2000
GRACE_SECONDS = 15
# A password as people choose them: it must not have to be escaped anywhere.
SECRETS = {"POSTGRES_PASSWORD": "p@ss/w:or d#%?", "GOSSAMER_SECRET_KEY": "check-0123456789abcdef0123456789abcdef"}


def output(*command: str | Path, **options: object) -> str:
    """Return what *command* printed, and leave with its errors when it failed."""
    done = subprocess.run(list(map(str, command)), check=False, text=True, capture_output=True, **options)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))} failed with {done.returncode}.\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def works(*command: str) -> bool:
    return (
        shutil.which(command[0]) is not None
        and not subprocess.run(command, check=False, capture_output=True).returncode
    )


@dataclass(frozen=True, slots=True)
class Engine:
    """A container engine by its command line; *compose* is empty where it has no compose."""

    command: str
    compose: list[str]

    def __call__(self, *words: str | Path) -> str:
        return output(self.command, *words)

    def has(self, image: str) -> bool:
        return works(self.command, "image", "inspect", image)


def find_engine(chosen: str) -> Engine:
    for command, compose in zip(("docker", "podman"), COMPOSES, strict=True):
        if chosen in {"", command} and works(command, "info"):
            return Engine(command, compose if works(*compose, "version") else [])
    raise SystemExit(
        "There is no container engine that answers: neither `docker info` nor `podman info` works. "
        "Install Docker or Podman and start it; `make check-image` checks the image without an engine."
        if not chosen
        else f"`{chosen} info` does not work. Install {chosen} and start it, or leave out --engine."
    )


def make_stand_ins(engine: Engine) -> None:
    """Make those images that the engine has not, of which only the base is needed to build ours."""
    if not engine.has(BASE):
        if shutil.which("mmdebstrap") is None:
            raise SystemExit("--stand-ins makes the base image with mmdebstrap: apt-get install mmdebstrap.")
        with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
            output("mmdebstrap", "--quiet", "--variant=minbase", "trixie", f"{folder}/base.tar")
            engine("import", f"{folder}/base.tar", BASE)
    for image, file in OTHERS.items():
        if not engine.has(image):
            engine("build", "--tag", image, "--file", STAND_INS / file, STAND_INS)


def address(port: int) -> Service:
    return Service(f"http://127.0.0.1:{port}")


def check_service(service: Service) -> str:
    check_scrapes(service, SITE, HEADING)
    check_pages(service)
    return check_crawl(service, SITE, 20)


def check_kept(service: Service, crawl: str, pages: int) -> None:
    found = len(set(service.addresses(crawl)))
    check("the data are there again", found == pages, f"{found} pages")


def check_container(engine: Engine, image: str) -> None:
    """Run the image alone: a user id that nobody has, a read-only root, one volume."""
    name = f"gossamer-check-{random.randrange(10**6)}"
    uid = str(random.randint(20_000, 60_000))
    site, volume, port = f"{name}-site", f"{name}-data", free_port()
    options = [
        *("--detach", "--network", name, "--read-only", "--user", uid, "--cap-drop", "ALL", "--shm-size", "1g"),
        *("--security-opt", "no-new-privileges", "--security-opt", f"seccomp={DEPLOY / 'seccomp.json'}"),
        *("--publish", f"127.0.0.1:{port}:3002", "--volume", f"{volume}:/data"),
        *("--env", f"GOSSAMER_API_KEY={KEY}", "--env", "GOSSAMER_EGRESS_ALLOW=site"),
    ]
    try:
        engine("network", "create", name)
        command, *arguments = SITE_COMMAND
        beside = ("--detach", "--name", site, "--network", name, "--network-alias", "site")
        engine("run", *beside, "--entrypoint", command, image, *arguments)
        engine("run", "--name", name, *options, image)
        service = address(port)
        until(lambda: is_healthy(engine, name), "The health check")
        check("a container with a random user and a read-only root is healthy", fine=True, shown=f"uid {uid}")
        written = engine("exec", name, "sh", "-c", "id -u; touch /opt/x /etc/x /srv/x 2>&1 | grep -c Read-only")
        check("its root cannot be written", written.split() == [uid, "3"])
        crawl = check_service(service)
        began = time.monotonic()
        engine("stop", "--time", str(GRACE_SECONDS), name)
        took = time.monotonic() - began
        code = engine("inspect", "--format", "{{.State.ExitCode}}", name)
        check("it leaves within its grace", code in {"0", "143"} and took < GRACE_SECONDS, f"{took:.1f} s, code {code}")
        logs = subprocess.run([engine.command, "logs", name], check=True, text=True, capture_output=True)
        check("Chromium had its sandbox", "browser_without_sandbox" not in logs.stdout + logs.stderr)
        engine("rm", name)
        engine("run", "--name", name, *options, image)
        until(service.is_ready, "Readiness")
        check_kept(service, crawl, 20)
    finally:
        for words in (("rm", "--force", "--volumes", name, site), ("network", "rm", name), ("volume", "rm", volume)):
            subprocess.run([engine.command, *words], check=False, capture_output=True)


def is_healthy(engine: Engine, name: str) -> bool:
    state = json.loads(engine("inspect", name))[0]["State"]
    # Podman runs the check by a timer of systemd, and where there is no systemd, when it is told to.
    if engine.command == "podman":
        return works(engine.command, "healthcheck", "run", name)
    return str(state["Health"]["Status"]) == "healthy"


@dataclass(frozen=True, slots=True)
class Project:
    """Compose files under a project name of their own."""

    engine: Engine
    name: str
    files: tuple[Path, ...]
    environment: dict[str, str]

    def __call__(self, *words: str) -> str:
        files = [word for file in self.files for word in ("-f", str(file))]
        # podman-compose looks for seccomp.json in the folder that it is started in.
        return output(*self.engine.compose, "-p", self.name, *files, *words, env=self.environment, cwd=DEPLOY)

    def folders(self) -> list[str]:
        """Return the volumes without a name that its containers have for themselves."""
        mounts = "{{range .Mounts}}{{.Name}} {{end}}"
        volumes = self.engine("inspect", "--format", mounts, *self.all_containers()).split()
        return [volume for volume in volumes if len(volume) == 64]

    def all_containers(self) -> list[str]:
        return self.engine(
            "ps", "--all", "--quiet", "--filter", f"label=com.docker.compose.project={self.name}"
        ).split()

    def down(self, *options: str) -> None:
        """Stop and remove the containers, and the folders that each had for itself, which `compose down` keeps."""
        folders = self.folders()
        self("down", *options)
        if folders:
            self.engine("volume", "rm", "--force", *folders)

    def containers(self, service: str) -> list[str]:
        """Return the running containers of *service*."""
        label = "label=com.docker.compose"
        filters = ("--filter", f"{label}.project={self.name}", "--filter", f"{label}.service={service}")
        return self.engine("ps", "--quiet", *filters).split()


@contextmanager
def project(engine: Engine, file: str, image: str, **more: str) -> Iterator[Project]:
    """Give the project of *file* with a site in it; all of it is removed at the end."""
    ours = {"environment": {"GOSSAMER_API_KEY": KEY, "GOSSAMER_EGRESS_ALLOW": "site"}}
    site = {"image": image, "entrypoint": SITE_COMMAND, "command": [], "healthcheck": {"disable": True}}
    services = {"gossamer": ours, "site": site, **({"worker": ours} if "postgres" in file else {})}
    environment = {**os.environ, "GOSSAMER_IMAGE": image, **more}
    with tempfile.TemporaryDirectory() as folder:
        added = Path(folder, "check.yaml")
        added.write_text(yaml.safe_dump({"services": services}), "utf-8")
        found = Project(engine, f"gossamer-check-{random.randrange(10**6)}", (DEPLOY / file, added), environment)
        try:
            found("up", "--detach")
            yield found
        finally:
            found.down("--volumes")


def check_embedded(engine: Engine, image: str) -> None:
    port = free_port()
    with project(engine, "compose.yaml", image, GOSSAMER_PORT=str(port)) as running:
        service = address(port)
        until(service.is_ready, "Readiness")
        check("compose.yaml starts", fine=True)
        crawl = check_service(service)
        running.down()
        check("compose.yaml stops", not running.containers("gossamer"))
        running("up", "--detach")
        until(service.is_ready, "Readiness")
        check_kept(service, crawl, 20)


def check_replicas(engine: Engine, image: str) -> None:
    port = free_port()
    settings = {
        "GOSSAMER_BIND": f"127.0.0.1:{port}",
        "GOSSAMER_SUBNET": f"172.31.{random.randint(100, 200)}.0/24",
        **SECRETS,
    }
    with project(engine, "compose.postgres.yaml", image, **settings) as running:
        service = address(port)
        until(service.is_ready, "Readiness")
        counts = {name: len(running.containers(name)) for name in ("gossamer", "worker", "postgres", "proxy")}
        check("compose.postgres.yaml starts", counts == {"gossamer": 2, "worker": 2, "postgres": 1, "proxy": 1}, counts)
        check_service(service)
        crawl = service.start_crawl(SITE, CRAWLED)
        until(lambda: service.crawl(crawl)["completed"] > 0, "The first page of the crawl")
        done = service.crawl(crawl)["completed"]
        engine("kill", running.containers("gossamer")[0], running.containers("worker")[0])
        began = time.monotonic()
        until(lambda: service.has_ended(crawl), "The end of the crawl", seconds=300)
        status = service.crawl(crawl)
        check(
            "a crawl goes on when a replica and a worker are killed",
            status["completed"] == CRAWLED,
            f"after {done} of {CRAWLED} pages; {time.monotonic() - began:.0f} s to the end",
        )
        twice = [url for url, times in Counter(service.addresses(crawl)).items() if times > 1]
        check("no page is stored twice", not twice, twice[:3])
        check_scrapes(service, SITE, HEADING)
        running.down()
        check("compose.postgres.yaml stops", not running.containers("gossamer"))
        running("up", "--detach")
        until(service.is_ready, "Readiness")
        check_kept(service, crawl, CRAWLED)


PARTS = {"container": check_container, "embedded": check_embedded, "replicas": check_replicas}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--engine", choices=("docker", "podman"), default="", help="Default: the first that answers.")
    parser.add_argument("--image", default="gossamer:latest", help="Built from deploy/Dockerfile where it is missing.")
    parser.add_argument("--only", choices=PARTS, action="append", help="May be given several times; default: all.")
    parser.add_argument("--stand-ins", action="store_true", help="Make the other images from Debian's packages.")
    arguments = parser.parse_args()
    engine = find_engine(arguments.engine)
    print(f"engine  {engine('--version')}")
    if arguments.stand_ins:
        make_stand_ins(engine)
    if not engine.has(arguments.image):
        engine("build", "--tag", arguments.image, "--file", DEPLOY / "Dockerfile", ROOT)
    for name in arguments.only or PARTS:
        if name != "container" and not engine.compose:
            print(f"--      {name}: {engine.command} has no compose here; install its compose plugin or podman-compose")
            continue
        PARTS[name](engine, arguments.image)


if __name__ == "__main__":
    sys.exit(main())
