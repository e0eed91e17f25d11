"""Pages that stay open: snapshots, steps, and results of prompts."""

from gossamer.core.interaction.answers import Budget, Interaction, Performed, TokenUsage
from gossamer.core.interaction.snapshots import Box, Dialog, Node, Snapshot, Tab
from gossamer.core.interaction.steps import (
    AnswerDialog,
    Back,
    Check,
    Clear,
    Click,
    ClickAt,
    CloseTab,
    DoubleClick,
    Drag,
    DragBy,
    Forward,
    GoTo,
    Hover,
    Locator,
    Press,
    Reload,
    ScrollBy,
    ScrollTo,
    Select,
    SelectText,
    SetValue,
    Step,
    StepResult,
    SwitchTab,
    Type,
    Upload,
    WaitFor,
)
