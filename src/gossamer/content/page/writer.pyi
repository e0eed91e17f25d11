from gossamer.content.page.draft import Draft

class Writer:
    def __init__(self, draft: Draft) -> None: ...
