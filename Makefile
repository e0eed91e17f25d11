PYTHON ?= python3
UV ?= $(shell command -v uv || echo .tools/bin/uv)
CONTAINER ?= $(shell command -v docker || echo podman)
CYTHON = $(shell sed -n 's/^requires = .*"\(cython[^"]*\)".*/\1/p' pyproject.toml)
IMAGE ?= gossamer:latest
# The image has no git, so it is told the tag, when there is one.
VERSION ?= $(shell git describe --tags --exact-match --match 'v[0-9]*' 2>/dev/null)
# Podman's own format has no health check.
IMAGE_FORMAT = $(if $(findstring podman,$(CONTAINER)),--format docker)

# Where this is set, every worker and every service that a test starts would compile its modules anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: serve test check lint docs native test-slow fmt clean wheel image image-all chart licences sbom check-wheel check-image check-compose check-deploy

# Set up what is missing and run the service on http://127.0.0.1:3002.
serve:
	@$(PYTHON) scripts/setup.py
	@exec .venv/bin/gossamer serve

# In the order of the files: those with few tests, which are the slowest, must not come last. Before the first run the
# tests are collected once, beside the checks, so that five workers need not compile them at the same time. There are
# more workers than cores: tests of services and pages wait for almost as long as they compute.
# Set up what is missing and run every check and test (12 to 18 minutes on two cores).
test: .venv/dev
	@[ -d tests/wire/__pycache__ ] || .venv/bin/pytest --collect-only -qq >/dev/null & $(MAKE) --no-print-directory checked && wait
	@.venv/bin/pytest -n 5 --dist loadfile --no-loadscope-reorder

# Every check and the quick unit tests (about two minutes on two cores).
check: lint
	@.venv/bin/pytest -q -n 2 --dist loadfile -m "not slow and not long" tests/unit tests/architecture

lint: .venv/dev
	@$(MAKE) --no-print-directory checked

.PHONY: checked
checked:
	@.venv/bin/ruff format --check --quiet src tests
	@.venv/bin/ruff check --quiet src tests
	@.venv/bin/mypy --no-error-summary -n 2
	@.venv/bin/lint-imports --no-cache >/dev/null || .venv/bin/lint-imports --no-cache

.PHONY: .venv/dev
.venv/dev .venv/bin/python:
	@$(PYTHON) scripts/setup.py --dev

# Write the API reference, and make the guide that the service shows at /docs/guide.
docs: .venv/dev
	@.venv/bin/python scripts/reference.py
	@.venv/bin/python scripts/library_keywords.py
	@.venv/bin/zensical build --clean --strict

# Compile the native modules that changed; `make serve` and `make test` do this, too.
native: .venv/bin/python
	@$(UV) run --quiet --no-project --python .venv/bin/python --with hatchling --with '$(CYTHON)' python hatch_build.py

# Suites that take longer: hostile origin in bulk, soak.
test-slow: .venv/dev
	@.venv/bin/pytest -m slow -o addopts="--strict-markers --strict-config"

fmt: .venv/dev
	@.venv/bin/ruff format src tests
	@.venv/bin/ruff check --fix src tests

# The wheel, with modules compiled for this Python and kind of machine, and the source archive, both with the guide,
# in dist.
wheel: .venv/dev
	@.venv/bin/zensical build --clean --strict >/dev/null
	@$(UV) build --quiet --python .venv/bin/python --out-dir dist

# The container image, with docker or podman; BUILD_OPTIONS are further options of the build.
image:
	$(CONTAINER) build $(IMAGE_FORMAT) $(BUILD_OPTIONS) --build-arg VERSION=$(VERSION) --tag $(IMAGE) --file deploy/Dockerfile .

# The same for both architectures, pushed to where IMAGE says.
image-all:
	$(CONTAINER) buildx build --platform linux/amd64,linux/arm64 --build-arg VERSION=$(VERSION) --tag $(IMAGE) --file deploy/Dockerfile --push .

# The Helm chart as an archive, in dist.
chart: .venv/dev
	@$(UV) run --quiet --no-project --with 'helm-python-sdk==0.2.*' python -c \
		'import helm_python; print(helm_python.package("deploy/helm/gossamer", destination="dist"))'

# Check that the licences of all dependencies are among those of scripts/licences.toml.
licences: .venv/dev
	@.venv/bin/python scripts/licences.py

# All packages that an installation with every extra has, with their hashes (CycloneDX), in dist.
sbom: .venv/dev
	@mkdir -p dist
	@$(UV) export --quiet --frozen --no-dev --all-extras --format cyclonedx1.5 --output-file dist/gossamer.cdx.json >/dev/null

# Install the wheel in an empty environment and use it there (about two minutes).
check-wheel: .venv/dev
	@.venv/bin/python scripts/check_wheel.py

# Assemble the image without a container engine, enter it as a random user, and use it there (as root, on Debian).
check-image: .venv/dev
	@.venv/bin/python scripts/check_image.py

# Run the image and the compose files with docker or podman, and use what they start (about four minutes).
check-compose: .venv/dev
	@.venv/bin/python scripts/check_compose.py $(CHECK_OPTIONS)

# Lint and render the Helm chart, and check manifests, compose files and the systemd unit.
check-deploy: .venv/dev
	@$(UV) run --quiet --no-project --script scripts/check_deploy.py

clean:
	rm -rf .venv .tools build .mypy_cache .ruff_cache .pytest_cache
