#!/usr/bin/env bash
# Checks the inputs of the action, and of the workflow that publishes in two jobs, before anything is installed.
# Runs in the repository of notes, with each input in a variable.
set -u

refuse() {
  echo "::error::${1//$'\n'/ }"
  exit 1
}

# expect INPUT VALUE FORM WHAT: refuses a value that is neither empty nor of the form.
expect() {
  [[ -z $2 || $2 =~ ^($3)$ ]] || refuse "$1 must be $4, not \"$2\"."
}

[ -d "$CONTENT" ] || refuse "content: the repository has no folder \"$CONTENT\"."
expect check-only "${CHECK_ONLY:-}" 'true|false' 'true or false'
if [ "${CHECK_ONLY:-}" = true ]; then exit 0; fi

[ -n "$NAME" ] || refuse 'name is missing: give the Worker a name, such as my-notes, which becomes part of its address.'
expect name "$NAME" '[a-z0-9_][a-z0-9_-]{0,62}' 'up to 63 lower-case letters, digits and dashes, such as my-notes'
if [ "$NAME" = notes-reference-api ] && [ "${OVERWRITE:-}" != true ]; then
  refuse 'name: notes-reference-api is the name that this project comes with. Choose your own.'
fi
expect domain "$DOMAIN" '[a-z0-9-]+([.][a-z0-9-]+)+' 'a host name, such as notes.example'
expect base-path "$PREFIX" '(/[A-Za-z0-9_.~-]+)*' 'a path, such as /docs'
expect limit "$LIMIT" '[1-9][0-9]{0,3}|10000' 'a whole number from 1 to 10000'
expect overwrite "${OVERWRITE:-}" 'true|false' 'true or false'
if [ "${HAS_TOKEN:-true}" = false ]; then
  refuse 'api-token is empty. Where there are no secrets, as in pull requests from forks, use check-only.'
fi
if [ "${HAS_ACCOUNT:-true}" = false ]; then
  refuse 'account-id is empty. It is the id of the Cloudflare account, which its dashboard shows.'
fi
