import { type HostEnvironment, noTerminal } from "../../plugin/process/host-environment.ts";
import { systemClock } from "../../shared/io/watch/clock.ts";

/**
 * The environment of a run that ends at a fixed time, without a terminal, without input, and without a home, whose output
 * is dropped. A test passes what it needs otherwise.
 */
export function buildHostEnvironment(changes: Partial<HostEnvironment>): HostEnvironment {
  return {
    screen: { isTerminal: false, isInputTerminal: false, platform: "linux", environment: { LANG: "C.UTF-8" } },
    stdin: (async function* () {})(),
    print: () => {},
    taken: async () => {},
    settle: () => {},
    printMessage: () => {},
    now: () => "2026-11-21T12:00:00Z",
    milliseconds: Date.now,
    clock: systemClock,
    random: () => 0.5,
    person: noTerminal,
    home: "/nonexistent",
    cwd: process.cwd(),
    architecture: "x64",
    runtime: { name: "node", version: "24" },
    cacheHome: "/nonexistent/.cache",
    keepCode: () => {},
    ...changes,
  };
}
