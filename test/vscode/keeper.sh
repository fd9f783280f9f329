# Runs one program in a process group of its own until our standard input ends, then ends the group and removes the
# folder. However the test process dies, the kernel closes that pipe, so nothing outlives it. (Started by editor.ts.)
trap '' PIPE
exec 3<&0

setsid "$@" 3<&- </dev/null &
program=$!
(read -r _ <&3; kill -s KILL -- "-$program") 2>/dev/null &
watcher=$!

wait "$program"
kill -s KILL -- "$watcher" "-$program" 2>/dev/null
wait
# What the group still had open may come back once.
for _ in 1 2 3 4 5 6 7 8 9; do rm -rf "$DIRECTORY" 2>/dev/null && break; sleep 0.1; done
