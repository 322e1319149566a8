#!/bin/sh
# Patroni runs it once, on the first leader, with the address of the new database cluster.
exec psql --quiet --set ON_ERROR_STOP=1 "$1" <<'SQL'
CREATE ROLE oyna LOGIN PASSWORD '${STORE_PASSWORD}';
CREATE DATABASE oyna OWNER oyna;
SQL
