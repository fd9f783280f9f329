import { appendFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import Mocha from "mocha";
import type { HostEnd, HostTest } from "../results.ts";

/** What VS Code calls in the extension host: runs every bundle of the folder `suite` beside this one. */
export async function run(): Promise<void> {
  // Errors then name our sources.
  process.setSourceMapsEnabled(true);
  const mocha = new Mocha({ ui: "bdd", timeout: 300_000, forbidOnly: true, reporter: ToFile });
  const suite = join(__dirname, "suite");
  for (const name of readdirSync(suite).sort()) if (name.endsWith(".cjs")) mocha.addFile(join(suite, name));
  const failures = await new Promise<number>((ended) => mocha.run(ended));
  if (failures > 0) throw new Error(`${failures} tests failed`);
}

/** Writes what test/vscode/results.ts reads. */
class ToFile extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_PENDING, EVENT_RUN_END } = Mocha.Runner.constants;
    runner.on(EVENT_TEST_PASS, (test) => write({ title: test.titlePath(), state: "passed" }));
    runner.on(EVENT_TEST_PENDING, (test) => write({ title: test.titlePath(), state: "pending" }));
    // A hook that fails counts as a failed test.
    runner.on(EVENT_TEST_FAIL, (test, error) =>
      write({ title: test.titlePath(), state: "failed", error: inspect(error) }),
    );
    runner.on(EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats;
      write({ passes, failures, pending });
    });
  }
}

/** At once, so that a host that dies leaves what it had. */
function write(line: HostTest | HostEnd): void {
  appendFileSync(`${process.env["HCO_STATUS_HOST_RESULTS"]}`, `${JSON.stringify(line)}\n`);
}
