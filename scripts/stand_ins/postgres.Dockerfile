# PostgreSQL of Debian in place of docker.io/library/postgres, for checks without a registry of images. Not for use.
FROM docker.io/library/debian:trixie-slim
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-17 \
    && install --directory --owner=postgres --group=postgres /var/lib/postgresql/data
ENV PATH=/usr/lib/postgresql/17/bin:/usr/bin:/bin PGDATA=/var/lib/postgresql/data
COPY postgres.sh /usr/local/bin/postgres-entrypoint
VOLUME /var/lib/postgresql/data
STOPSIGNAL SIGINT
ENTRYPOINT ["sh", "/usr/local/bin/postgres-entrypoint"]
CMD ["postgres"]
