"""A loopback server for made sites, and the service that scrapes them."""

import contextlib
import ipaddress
import json
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from bench.crash import KEY, Process

_FIRST_HOST = ipaddress.IPv4Address("127.10.0.1")
_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}


class Site:
    """Serves files by host and path, and counts what was asked for; a host may be any loopback address."""

    def __init__(self):
        self.files = {}
        self.hits = Counter()
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                path = urlsplit(self.path).path
                host = (self.headers.get("host") or "").rpartition(":")[0]
                site.hits[path] += 1
                site.hits[host, path] += 1
                kind, body = site.files.get((host, path)) or site.files.get(("", path)) or (None, b"nothing here")
                self.send_response(200 if kind else 404)
                self.send_header("content-type", kind or "text/plain")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                with contextlib.suppress(OSError):
                    self.wfile.write(body)

            def log_message(self, *_):
                pass

        ThreadingHTTPServer.request_queue_size = 128
        self.server = ThreadingHTTPServer(("0.0.0.0", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def host(self, number):
        """Return the loopback address of site *number*."""
        return str(_FIRST_HOST + number)

    def url(self, host, path):
        """Return the address of *path* at *host*."""
        return f"http://{host}:{self.server.server_port}{path}"

    def add(self, path, kind, text, host=""):
        """Serve *text* at *path*, at any host unless one is given."""
        self.files[host, path] = (kind, text.encode("utf-8", "surrogatepass"))

    def add_folder(self, host, folder: Path, *, fallback=False):
        """Serve a built site at *host*; *fallback* names the addresses of pages that `index.html` answers."""
        for file in folder.rglob("*"):
            if file.is_file():
                path = "/" + file.relative_to(folder).as_posix()
                made = (_KINDS.get(file.suffix, "application/octet-stream"), file.read_bytes())
                for name in {path, path.removesuffix("index.html"), path.removesuffix(".html")}:
                    self.files[host, name] = made
        for path in fallback or ():
            self.files.setdefault((host, path), self.files[host, "/index.html"])


@contextlib.contextmanager
def service(render="auto"):
    """Run the service; give its address and its process."""
    with tempfile.TemporaryDirectory(prefix="gossamer-dynamic-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        env = {
            "GOSSAMER_HOME": str(folder / "home"),
            "GOSSAMER_PORT": "0",
            "GOSSAMER_API_KEY": KEY,
            "GOSSAMER_LOG_LEVEL": "warning",
            "GOSSAMER_EGRESS_ALLOW": "127.0.0.0/8",
            "GOSSAMER_RENDER": render,
        }
        started = Process("serve", folder, env, "serve").start()
        try:
            yield started.wait_until_ready(), started
        finally:
            started.kill()


def ask(api, path, body=None):
    """Return the service's answer, also when it is an error, and the seconds it took."""
    headers = {"authorization": f"Bearer {KEY}", "content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    begun = time.monotonic()
    try:
        with urllib.request.urlopen(urllib.request.Request(api + path, data, headers), timeout=150) as reply:
            answer = json.load(reply)
    except urllib.error.HTTPError as error:
        answer = json.load(error)
    return answer, time.monotonic() - begun
