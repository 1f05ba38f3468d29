# Run by `npm ci` where the bundled Node does not start, as on Alpine: the system's own is used then.
echo "The bundled Node does not run here and is removed."
rm node_modules/.bin/node
