#!/bin/sh
# Run a command that trusts the certificates of the build's secret "ca", where one was given.
if [ -s /run/secrets/ca ]; then
    export SSL_CERT_FILE=/run/secrets/ca PIP_CERT=/run/secrets/ca
fi
exec "$@"
