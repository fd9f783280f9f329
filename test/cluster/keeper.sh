# Runs etcd and kube-apiserver until our standard input ends. However the test process dies, the kernel closes that
# pipe, so nothing outlives it: neither the two programs nor the folder. (Started by server.ts.)
# If the server ends by itself, its last words go to standard output.
exec 2>/dev/null
trap '' PIPE
exec 3<&0

"$ASSETS/etcd" >"$DIRECTORY/etcd.log" 2>&1 3<&- &
etcd=$!
"$ASSETS/kube-apiserver" "$@" >"$DIRECTORY/kube-apiserver.log" 2>&1 3<&- &
server=$!
(read -r _ <&3; : >"$DIRECTORY/asked-to-end"; kill -KILL "$server") &
watcher=$!

wait "$server"
[ -e "$DIRECTORY/asked-to-end" ] || tail -n 5 "$DIRECTORY/etcd.log" "$DIRECTORY/kube-apiserver.log"
kill -KILL "$watcher" "$etcd"
wait
rm -rf "$DIRECTORY"
