import { describe, expect, test } from "vitest";
import { planReads } from "../../../shared/aggregate/read-plan.ts";
import type { ReadScope } from "../../../shared/aggregate/snapshot/queries.ts";
import { type GreenhouseKind, greenhouseKinds } from "../../../shared/model/family-roots.ts";
import type { Query } from "../../../shared/model/snapshot.ts";
import { fluxKinds } from "../../../shared/tables/flux-kinds.ts";
import { object, readLive } from "./objects.ts";

/** `plugins acme`, `clusterplugindefinitions`, in order. */
function summarizeQueries(queries: readonly Query[]): readonly string[] {
  return queries.map(({ plural, namespace, name }) => [plural, namespace, name].filter(Boolean).join(" "));
}

function listQueriesAround(kind: GreenhouseKind, fields = {}, scope: Partial<ReadScope> = {}): readonly string[] {
  const wanted = [{ kind: greenhouseKinds[kind], name: "it" }];
  const [, ...rest] = planReads(readLive([object(kind, {}, fields)], [greenhouseKinds[kind]]), { wanted, ...scope });
  return summarizeQueries(rest);
}

const definition = (kind: string): object => ({ clusterName: "c", pluginDefinitionRef: { kind, name: "d" } });

describe("around one object one list for each kind of its parts, in its namespace", () => {
  const rows: readonly { readonly kind: GreenhouseKind; readonly fields: object; readonly lists: readonly string[] }[] =
    [
      { kind: "Cluster", fields: {}, lists: ["clusterkubeconfigs acme"] },
      { kind: "ClusterKubeconfig", fields: {}, lists: [] },
      {
        kind: "Plugin",
        fields: { spec: definition("PluginDefinition") },
        lists: ["clusters acme", "helmreleases acme", "plugindefinitions acme"],
      },
      {
        kind: "Plugin",
        fields: { spec: definition("ClusterPluginDefinition") },
        lists: ["clusters acme", "helmreleases acme", "clusterplugindefinitions"],
      },
      {
        kind: "PluginPreset",
        fields: { spec: { plugin: definition("PluginDefinition") } },
        lists: ["plugins acme", "clusters acme", "helmreleases acme", "plugindefinitions acme"],
      },
      {
        kind: "PluginDefinition",
        fields: { spec: { helmChart: {} } },
        lists: ["helmrepositories acme", "helmcharts acme"],
      },
      { kind: "PluginDefinition", fields: {}, lists: [] },
      {
        kind: "ClusterPluginDefinition",
        fields: { spec: { helmChart: {} } },
        lists: ["helmrepositories greenhouse", "helmcharts greenhouse"],
      },
      {
        kind: "Catalog",
        fields: { status: { inventory: { x: [{ kind: "Kustomization", name: "k" }] } } },
        lists: ["kustomizations acme"],
      },
      { kind: "Team", fields: {}, lists: ["organizations"] },
      { kind: "TeamRoleBinding", fields: {}, lists: ["clusters acme", "teamroles acme", "teams acme"] },
      { kind: "TeamRole", fields: {}, lists: [] },
    ];
  test.for(rows)("$kind $fields", ({ kind, fields, lists }) => {
    expect(listQueriesAround(kind, fields)).toEqual(lists);
  });

  test("Organization: the namespace of its name", () => {
    const lists = listQueriesAround("Organization");
    expect(lists).toHaveLength(11);
    expect(lists).toEqual(expect.arrayContaining(["plugins it", "clusters it", "teams it", "helmreleases it"]));
  });
});

test("where all of a kind are roots the parts of all of them are one list", () => {
  const fields = { spec: definition("PluginDefinition") };
  const two = ["a", "b"].map((namespace) => object("Plugin", {}, { ...fields, metadata: { namespace } }));
  const queries = planReads(readLive(two, [greenhouseKinds.Plugin]), { wanted: [{ kind: greenhouseKinds.Plugin }] });
  expect([...new Set(summarizeQueries(queries))]).toEqual(["plugins", "clusters", "helmreleases", "plugindefinitions"]);
});

test("where listing all namespaces is forbidden each namespace is listed", () => {
  const snapshot = readLive([object("Plugin", {}, { spec: definition("PluginDefinition") })], [greenhouseKinds.Plugin]);
  const query = { ...fluxKinds.HelmRelease, verb: "list" as const };
  const refused = {
    ...snapshot,
    readings: [...snapshot.readings, { query, outcome: "forbidden" as const, cause: "no" }],
  };
  const lists = summarizeQueries(planReads(refused, { wanted: [{ kind: greenhouseKinds.Plugin }] }));
  expect(lists).toEqual(expect.arrayContaining(["helmreleases", "helmreleases acme"]));
});

test("no Secret is requested, and what was read is not requested again", () => {
  for (const kind of Object.keys(greenhouseKinds) as GreenhouseKind[]) {
    const one = object(
      kind,
      {},
      { spec: { ...definition("PluginDefinition"), plugin: definition("x"), helmChart: {} } },
    );
    const scope = { wanted: [{ kind: greenhouseKinds[kind], name: "it" }] };
    const first = planReads(readLive([one], [greenhouseKinds[kind]]), scope);
    expect(summarizeQueries(first).filter((each) => each.startsWith("secrets"))).toEqual([]);
    const readings = first.map((query) => ({ query, outcome: "found" as const, objects: [] }));
    const read = readLive([one], [greenhouseKinds[kind]]);
    expect(summarizeQueries(planReads({ ...read, readings: [...readings.slice(1), ...read.readings] }, scope))).toEqual(
      summarizeQueries(first),
    );
  }
});
