import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import reportSchema from "../../shared/model/report.schema.json" with { type: "json" };
import schema from "../../shared/model/report-change.schema.json" with { type: "json" };
import type { ReportChange } from "../../shared/model/report-change.ts";
import { type BreakableCluster, startBreakable } from "./breakable.ts";
import { describeCluster } from "./describe-cluster.ts";
import { call } from "./http.ts";
import { hyperConverged } from "./hyperconverged.ts";
import { kubectl } from "./plugin.ts";
import { pathOf } from "./resources.ts";
import { scenarios } from "./scenarios.ts";
import { type Running, terminalProgram, watchAtTerminal, watchInPipe } from "./watched.ts";

const validate = new Ajv2020({ strict: true, strictRequired: false, allErrors: true })
  .addSchema(reportSchema)
  .compile<ReportChange>(schema);

const hasTerminals = spawnSync(terminalProgram, ["--version"]).status === 0;

describeCluster("a user who watches a HyperConverged", (shared) => {
  let broken: BreakableCluster;
  let running: Running | undefined;

  beforeAll(async () => {
    broken = await startBreakable();
    await scenarios.healthy(broken.cluster, new Date());
  });
  beforeEach(() => reportStatus("well"));
  afterEach(async () => {
    running?.end("SIGKILL");
    await running?.ended;
  });
  afterAll(() => broken?.stop());

  /** What CDI says of itself. */
  async function reportStatus(how: "well" | "sick"): Promise<void> {
    const path = "/apis/cdi.kubevirt.io/v1beta1/cdis/cdi-kubevirt-hyperconverged";
    const isWell = how === "well";
    const lastTransitionTime = new Date().toISOString().replace(/\.\d+/, "");
    const reason = isWell ? "DeployCompleted" : "Broken\u001b[2J";
    const conditions = [
      { type: "Available", status: isWell ? "True" : "False" },
      { type: "Progressing", status: "False" },
      { type: "Degraded", status: isWell ? "False" : "True" },
    ].map((condition) => ({ ...condition, reason, message: "", lastTransitionTime }));
    await call(broken.cluster, "PATCH", path, { status: { conditions } });
  }

  function startWatch(...args: readonly string[]): Running {
    running = watchInPipe(broken.cluster, args);
    return running;
  }

  function documentsOf(one: Running): readonly ReportChange[] {
    return one.lines().map((line) => {
      const document: unknown = JSON.parse(line);
      validate(document);
      expect(validate.errors).toBeNull();
      return document as ReportChange;
    });
  }

  test("in a pipe reads a line for the state, then one for each change, and Ctrl-C ends it in good order", async () => {
    const one = startWatch();
    await expect.poll(() => one.lines().length).toBe(1);
    await reportStatus("sick");
    await expect.poll(() => one.stdout()).toContain(" CDI: healthy -> unavailable");
    await reportStatus("well");
    await expect.poll(() => one.stdout()).toContain(" CDI: unavailable -> healthy");
    await sleep(500);
    one.end("SIGINT");
    expect(await one.ended).toBe(0);
    expect(one.lines()[0]).toMatch(
      /^\S+Z ✓ HyperConverged kubevirt-hyperconverged\/kubevirt-hyperconverged healthy for \S+$/,
    );
    for (const line of one.lines()) expect(line).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ [✓✗!?~] [^\p{Cc}]+$/u);
    expect(one.lines().filter((line, place) => one.lines().indexOf(line) !== place)).toEqual([]);
    expect(one.stderr()).toBe("");
  });

  test("with --exit-code ends by the last verdict", async () => {
    await reportStatus("sick");
    const one = startWatch("--exit-code");
    await expect.poll(() => one.lines().length).toBe(1);
    one.end("SIGTERM");
    expect(await one.ended).toBe(2);
  });

  test("with --exit-code does not take healthy components for the HyperConverged that is gone", async () => {
    const one = startWatch("--exit-code");
    const path = pathOf(hyperConverged());
    await expect.poll(() => one.lines().length).toBe(1);
    await call(broken.cluster, "PATCH", path, { metadata: { finalizers: null } });
    await call(broken.cluster, "DELETE", path);
    await expect.poll(() => one.stdout()).toContain("kubevirt-hyperconverged: deleted (was ");
    one.end("SIGTERM");
    expect([await one.ended, one.stderr()]).toEqual([4, expect.stringContaining("The HyperConverged was deleted")]);
    await scenarios.healthy(broken.cluster, new Date());
  });

  test("whose reader goes ends with the next change", async () => {
    const one = startWatch();
    await expect.poll(() => one.lines().length).toBe(1);
    one.hangUp();
    await reportStatus("sick");
    expect(await one.ended).toBe(0);
  });

  test("as JSON reads what changed from what to what, through the end of the server too", async () => {
    const one = startWatch("-o", "json", "--exit-code");
    await expect.poll(() => one.lines().length).toBe(1);
    await reportStatus("sick");
    await expect.poll(() => documentsOf(one).at(-1)?.verdict.to).not.toBe("healthy");
    await broken.kill();
    await expect.poll(() => documentsOf(one).at(-1)?.link?.to).toBe("unreachable");
    await broken.restart();
    await reportStatus("well");
    await expect.poll(() => documentsOf(one).at(-1)?.link?.to).toBe("live");
    await expect.poll(() => documentsOf(one).at(-1)?.verdict.to).toBe("healthy");
    one.end("SIGINT");
    expect(await one.ended).toBe(0);

    const documents = documentsOf(one);
    expect(documents[0]).toMatchObject({ verdict: { from: null, to: "healthy" }, link: { from: null, to: "live" } });
    for (const [place, { verdict, link, changes }] of documents.entries()) {
      const before = documents[place - 1];
      expect(verdict.from).toBe(before?.verdict.to ?? null);
      expect(link?.from).toBe(before?.link?.to ?? null);
      expect(changes.length > 0 || link?.from !== link?.to).toBe(true);
    }
    const ofCdi = documents.flatMap(({ changes }) =>
      changes.filter(({ about, what }) => about.kind === "CDI" && what === "verdict").map(({ from, to }) => [from, to]),
    );
    expect(ofCdi).toEqual([
      ["healthy", "unavailable"],
      ["unavailable", "healthy"],
    ]);
  });

  test("by a name that does not exist gets the error of a report", async () => {
    const watched = await kubectl(shared, ["hco-status", "nothing", "-w"]);
    const report = await kubectl(shared, ["hco-status", "nothing"]);
    expect(watched).toEqual(report);
    expect(watched.code).toBe(1);
  });

  test("if no object exists it is reported, and the watch goes on", async () => {
    const one = startWatch("-n", "default");
    await expect.poll(() => one.stderr()).toMatch(/^No HyperConverged found in namespace default/);
    await sleep(300);
    one.end("SIGINT");
    expect(await one.ended).toBe(0);
    expect(one.stdout()).toBe("");
  });

  test.skipIf(!hasTerminals)(
    "at a terminal sees the state in place, at every size, and q leaves the whole report",
    async () => {
      const one = await watchAtTerminal(broken.cluster, [], 24, 80);
      const { screen } = one;
      await expect.poll(() => screen.rows()[0]).toMatch(/^✓ HyperConverged \S+ healthy for /);
      await expect.poll(() => screen.rows().at(-1)).toBe("✓ connected · q: quit, r: refresh");
      expect([screen.isAlternate(), screen.hasCursor()]).toEqual([true, false]);

      await reportStatus("sick");
      await expect.poll(() => screen.rows().join("\n")).toMatch(/^\d\d:\d\d:\d\dZ ✗ CDI: healthy -> unavailable$/m);
      await expect.poll(() => screen.rows().join("\n")).toContain("Broken^[[2J");
      for (const [rows, columns] of [
        [10, 40],
        [1, 1],
        [60, 200],
        [24, 80],
      ] as const) {
        one.resize(rows, columns);
        // In a row alone the number of hidden lines comes first.
        const status = columns === 1 ? /^\d$/ : /^✓ connected · q: quit, r: refresh$/;
        await expect.poll(() => screen.rows().at(-1)).toMatch(status);
        if (rows > 1) expect(screen.rows()[0]).toMatch(/HyperConverged/);
        expect(screen.rows().join("")).not.toContain("#");
      }
      one.resize(10, 40);
      await expect.poll(() => screen.rows().at(-2)).toMatch(/^lines 1-\d of \d+, ↓ for more$/);
      one.type("\u001b[F");
      await expect.poll(() => screen.rows().at(-2)).toMatch(/^lines \d+-(\d+) of \1, ↑ for more$/);
      one.type("g");
      await expect.poll(() => screen.rows()[0]).toMatch(/^✗ HyperConverged/);
      one.resize(24, 80);

      await reportStatus("well");
      await expect.poll(() => screen.rows()[0]).toMatch(/ healthy for /);
      await expect.poll(() => screen.rows().join("\n")).toContain("CDI: unavailable -> healthy");

      // Ages go on, and nothing else is written.
      const bytesInAWhile = async (): Promise<number> => {
        one.bytes();
        await sleep(2500);
        return one.bytes();
      };
      await expect.poll(bytesInAWhile).toBeLessThan(500);

      one.type("\u001b[A");
      one.type("q");
      expect(await one.ended).toBe(0);
      expect([screen.isAlternate(), screen.hasCursor(), screen.wraps()]).toEqual([false, true, true]);
      expect(screen.left()).toMatch(
        /^✓ HyperConverged .*CDI: healthy -> unavailable\n.*CDI: unavailable -> healthy\n/s,
      );
    },
  );
});
