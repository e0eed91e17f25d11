"""Says a prompt again in plain commands, by what the page offers for the things it names.

People put the same wish in endless ways; what they want of a page stays. Each reader here knows one kind of wish (a
text to be typed, choices to be made, a list to be put in order): it looks for what that wish needs in the words *and*
on the page, in whatever order, and only when no word is left over is the prompt said again. What is left over may be a
condition, another deed, or the name of something that is not there; then the prompt is read as it stands.
"""
