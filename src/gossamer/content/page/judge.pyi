from gossamer.content.page.decision import Decision
from gossamer.content.page.scan import Scan

def judge(scan: Scan) -> Decision: ...
