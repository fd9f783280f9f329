#!/usr/bin/env node
import { startProcess } from "./main-process.ts";
import { keepCompiledCode } from "./process/compile-cache.ts";

startProcess(process, keepCompiledCode);

// Node waits for V8's threads before it ends, and a thread that compiles may wait for the main thread to collect
// garbage: then neither goes on, in up to 2 of 100 runs (nodejs/node#54918). Loading node:v8 takes 2 ms, so this comes
// after the first turn. Versions before 22.3 only say that they are too old.
setImmediate(() => process.getBuiltinModule?.("node:v8").setFlagsFromString("--no-concurrent-sparkplug"));
