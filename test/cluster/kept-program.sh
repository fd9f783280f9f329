# Runs one program until it ends or our standard input does, whichever is first: however the test process dies, the
# kernel closes that pipe. Its process id is the first line of standard output, what it says goes to LOG. (Started by
# kept-program.ts.)
exec 2>/dev/null
trap '' PIPE
exec 3<&0

"$@" >>"$LOG" 2>&1 3<&- &
program=$!
echo "$program"
(read -r _ <&3; kill -KILL "$program") >&- &
watcher=$!

wait "$program"
kill -KILL "$watcher"
