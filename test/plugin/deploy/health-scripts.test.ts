import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type HealthKind, healthKinds, writeHealthScript } from "../../../plugin/deploy/health-script.ts";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import type { KubeObject } from "../../../shared/model/object.ts";
import type { Verdict } from "../../../shared/model/verdict.ts";
import { mustSkip } from "../../environment.ts";
import { readGoldenCase, sentences } from "../../golden/recorded.ts";
import { releaseTool } from "../release/tools.ts";
import { deployFolder } from "./manifests.ts";

/** Health by Argo CD, best first, and the verdicts for which it is not too good. */
const permitted: Readonly<Record<string, readonly Verdict[]>> = {
  Healthy: ["healthy"],
  Progressing: ["healthy", "progressing"],
  // Argo CD ranks Unknown below Degraded (gitops-engine pkg/health/health.go, healthOrder).
  Unknown: ["healthy", "progressing", "unknown", "degraded", "unavailable"],
  Degraded: ["healthy", "progressing", "unknown", "degraded", "unavailable"],
};

test.for(healthKinds)("the script of $kind is the one that the tables make", async (row) => {
  const file = join(deployFolder, "argocd", row.group, row.kind, "health.lua");
  await expect(writeHealthScript(row)).toMatchFileSnapshot(file);
});

/** Each object of the golden cases once. */
function objectsOf({ group, kind }: HealthKind): readonly KubeObject[] {
  const objects = sentences.flatMap((sentence) =>
    readGoldenCase(sentence).readings.flatMap((reading) => (reading.outcome === "found" ? reading.objects : [])),
  );
  const own = objects.filter(({ ref }) => ref.group === group && ref.kind === kind);
  return [...new Map(own.map((object) => [JSON.stringify(object.raw), object])).values()];
}

/**
 * The verdict of the object alone. A HyperConverged counts by its conditions: its components are not in a file of one,
 * and its systemHealthStatus is a warning in each rollout.
 */
function verdictAlone(whole: KubeObject): Verdict {
  const { status } = whole;
  const conditions = (status as { readonly conditions?: unknown } | undefined)?.conditions;
  const object = whole.ref.kind === "HyperConverged" ? { ...whole, status: { conditions } } : whole;
  const source = { kind: "files", name: "object.yaml" } as const;
  const snapshot = snapshotOf([object], { takenAt: "2026-11-21T12:00:00Z", source });
  const { group, kind } = object.ref;
  const wanted = [{ kind: { group, kind, plural: "", versions: [], namespaced: true } }];
  const profile = kind === "HyperConverged" ? ({ profile: "generic" } as const) : {};
  const [root] = aggregate(snapshot, { wanted, ...profile }).roots;
  expect(root?.ref).toMatchObject({ group, kind });
  return root?.verdict ?? "unknown";
}

describe("no script is greener than the verdict of the object alone", () => {
  const lua = releaseTool("glua");
  test.skipIf(mustSkip(lua !== undefined)).for(healthKinds)("$kind (needs build-tools)", (row) => {
    const objects = objectsOf(row);
    expect(objects.length).toBeGreaterThan(0);
    const verdicts = objects.map(verdictAlone);
    const healths = runScript(
      lua ?? "",
      writeHealthScript(row),
      objects.map(({ raw }) => raw),
    );
    const pairs = healths.map((health, index) => ({ health, verdict: verdicts[index] ?? "unknown" }));
    expect(pairs.filter(({ health, verdict }) => !permitted[health]?.includes(verdict))).toEqual([]);
    // Nor is it an alarm for nothing.
    expect(pairs.filter(({ health, verdict }) => verdict === "healthy" && health !== "Healthy")).toEqual([]);
  });

  const odd: [what: string, object: object, health: string][] = [
    ["nothing", {}, "Unknown"],
    ["no status", { metadata: {} }, "Unknown"],
    ["a status that is a text", { status: "Ready" }, "Unknown"],
    ["conditions that are a text", { status: { conditions: "x" } }, "Unknown"],
    ["conditions of odd shape", { status: { conditions: [1, null, "x", {}, { type: 1 }] } }, "Unknown"],
    [
      "a status of a condition that is none",
      { status: { conditions: [{ type: "Available", status: "yes" }] } },
      "Unknown",
    ],
    [
      "two of one type",
      { status: { conditions: [availableCondition("False"), availableCondition("True")] } },
      "Healthy",
    ],
    [
      "a deletion",
      { metadata: { deletionTimestamp: "x" }, status: { conditions: [availableCondition("True")] } },
      "Progressing",
    ],
  ];
  test.skipIf(mustSkip(lua !== undefined)).for(odd)("an object with %s (needs build-tools)", ([, object, health]) => {
    for (const row of healthKinds) expect(runScript(lua ?? "", writeHealthScript(row), [object])).toEqual([health]);
  });
});

function availableCondition(status: string): object {
  return { type: "Available", status };
}

/** The health of each object by gopher-lua, with no library but those that Argo CD opens. */
function runScript(lua: string, script: string, objects: readonly object[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-lua-"));
  const file = join(folder, "run.lua");
  const calls = objects.map((object) => `obj = ${luaLiteral(object)}\nsay(health().status)`);
  const start = "local say = print\nlocal function health()\n";
  const without = "string, math, io, os, debug, coroutine, channel = nil\n";
  writeFileSync(file, `${start}${script}end\n${without}${calls.join("\n")}\n`);
  const { status, stdout, stderr } = spawnSync(lua, [file], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout.trim().split("\n");
}

/** A JSON value in Lua. An absent value leaves no gap in a list, as in Argo CD, so it is `false`. */
function luaLiteral(value: unknown): string {
  if (typeof value === "string")
    return `"${[...Buffer.from(value)].map((byte) => `\\${String(byte).padStart(3, "0")}`).join("")}"`;
  if (Array.isArray(value)) return `{${value.map(luaLiteral).join(",")}}`;
  if (typeof value !== "object" || value === null) return value === null ? "false" : String(value);
  return `{${Object.entries(value)
    .map(([key, each]) => `[${luaLiteral(key)}]=${luaLiteral(each)}`)
    .join(",")}}`;
}
