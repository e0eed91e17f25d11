import subprocess
import sys


def test_the_library_is_not_loaded_before_a_model_is_asked() -> None:
    program = "import sys, gossamer.llm, gossamer.bootstrap.models; sys.exit('pydantic_ai' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
