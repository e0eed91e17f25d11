"""Programs that run inside the sandbox; the service never imports them."""
