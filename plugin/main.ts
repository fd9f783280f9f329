#!/usr/bin/env node
import { startProcess } from "./main-process.ts";

startProcess(process);
