"""The look of a page: its colours, fonts, sizes, spacing, buttons, inputs and logo, each with where it was found."""

from gossamer.content.branding.profile import branding_of
