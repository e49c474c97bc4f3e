#!/bin/sh
# Run once by the image of PostgreSQL on an empty volume: the roles and the database of the service. The first role owns
# its database and nothing else, the engine is a member of it; the superuser of the image is for people.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role volley login nosuperuser nobypassrls password :'password';
create role volley_engine login nosuperuser nobypassrls password :'password' in role volley;
create database volley owner volley;
SQL
