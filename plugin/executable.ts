import { startProcess } from "./main-process.ts";

// The main file of the single executable. Its code is compiled when it is built, so nothing is cached.
startProcess(process, () => {});
