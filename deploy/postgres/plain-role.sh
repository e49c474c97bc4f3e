#!/bin/sh
# Run once by the image of PostgreSQL on an empty volume: the role and the database of the service. The role owns its
# database and nothing else; the superuser of the image is for people.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role volley login nosuperuser nobypassrls password :'password';
create database volley owner volley;
SQL
