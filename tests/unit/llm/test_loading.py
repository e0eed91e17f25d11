import os
import subprocess
import sys

_BUILT = (
    "import sys; from gossamer.bootstrap.models import build_models; from gossamer.settings import Settings; "
    "build_models(Settings(), None); sys.exit(bool({libraries} & set(sys.modules)))"
)


def loads(libraries: set[str], **settings: str) -> bool:
    environment = {**os.environ, **settings}
    program = _BUILT.format(libraries=libraries)
    return subprocess.run([sys.executable, "-c", program], check=False, env=environment).returncode != 0


def test_no_library_is_loaded_where_there_is_no_model() -> None:
    assert not loads({"pydantic_ai", "jsonschema_rs"})


def test_the_library_is_not_loaded_before_a_model_is_asked() -> None:
    assert not loads(
        {"pydantic_ai", "openai"}, GOSSAMER_LLM_MODEL="small", GOSSAMER_LLM_BASE_URL="http://127.0.0.1:1/v1"
    )
