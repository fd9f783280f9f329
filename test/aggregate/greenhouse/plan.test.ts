import { describe, expect, test } from "vitest";
import { plan } from "../../../shared/aggregate/plan.ts";
import type { Scope } from "../../../shared/aggregate/queries.ts";
import type { Query } from "../../../shared/model/snapshot.ts";
import { type GreenhouseKind, kinds } from "../../../shared/profiles/greenhouse.ts";
import { fluxKinds } from "../../../shared/profiles/greenhouse-flux.ts";
import { live, object } from "./objects.ts";

/** `plugins acme`, `clusterplugindefinitions`, in order. */
function asked(queries: readonly Query[]): readonly string[] {
  return queries.map(({ plural, namespace, name }) => [plural, namespace, name].filter(Boolean).join(" "));
}

function around(kind: GreenhouseKind, fields = {}, scope: Partial<Scope> = {}): readonly string[] {
  const wanted = [{ kind: kinds[kind], name: "it" }];
  const [, ...rest] = plan(live([object(kind, {}, fields)], [kinds[kind]]), { wanted, ...scope });
  return asked(rest);
}

const definition = (kind: string): object => ({ clusterName: "c", pluginDefinitionRef: { kind, name: "d" } });

describe("around one object one list for each kind of its parts, in its namespace", () => {
  const rows: [kind: GreenhouseKind, fields: object, lists: readonly string[]][] = [
    ["Cluster", {}, ["clusterkubeconfigs acme"]],
    ["ClusterKubeconfig", {}, []],
    [
      "Plugin",
      { spec: definition("PluginDefinition") },
      ["clusters acme", "helmreleases acme", "plugindefinitions acme"],
    ],
    [
      "Plugin",
      { spec: definition("ClusterPluginDefinition") },
      ["clusters acme", "helmreleases acme", "clusterplugindefinitions"],
    ],
    [
      "PluginPreset",
      { spec: { plugin: definition("PluginDefinition") } },
      ["plugins acme", "clusters acme", "helmreleases acme", "plugindefinitions acme"],
    ],
    ["PluginDefinition", { spec: { helmChart: {} } }, ["helmrepositories acme", "helmcharts acme"]],
    ["PluginDefinition", {}, []],
    ["ClusterPluginDefinition", { spec: { helmChart: {} } }, ["helmrepositories greenhouse", "helmcharts greenhouse"]],
    ["Catalog", { status: { inventory: { x: [{ kind: "Kustomization", name: "k" }] } } }, ["kustomizations acme"]],
    ["Team", {}, ["organizations"]],
    ["TeamRoleBinding", {}, ["clusters acme", "teamroles acme", "teams acme"]],
    ["TeamRole", {}, []],
  ];
  test.for(rows)("%s %j", ([kind, fields, lists]) => {
    expect(around(kind, fields)).toEqual(lists);
  });

  test("Organization: the namespace of its name", () => {
    const lists = around("Organization");
    expect(lists).toHaveLength(11);
    expect(lists).toEqual(expect.arrayContaining(["plugins it", "clusters it", "teams it", "helmreleases it"]));
  });
});

test("where all of a kind are roots the parts of all of them are one list", () => {
  const fields = { spec: definition("PluginDefinition") };
  const two = ["a", "b"].map((namespace) => object("Plugin", {}, { ...fields, metadata: { namespace } }));
  const queries = plan(live(two, [kinds.Plugin]), { wanted: [{ kind: kinds.Plugin }] });
  expect([...new Set(asked(queries))]).toEqual(["plugins", "clusters", "helmreleases", "plugindefinitions"]);
});

test("who may not list all is asked for each namespace", () => {
  const snapshot = live([object("Plugin", {}, { spec: definition("PluginDefinition") })], [kinds.Plugin]);
  const query = { ...fluxKinds.HelmRelease, verb: "list" as const };
  const refused = {
    ...snapshot,
    readings: [...snapshot.readings, { query, outcome: "forbidden" as const, cause: "no" }],
  };
  const lists = asked(plan(refused, { wanted: [{ kind: kinds.Plugin }] }));
  expect(lists).toEqual(expect.arrayContaining(["helmreleases", "helmreleases acme"]));
});

test("no Secret is ever asked for, and what was read is not asked for again", () => {
  for (const kind of Object.keys(kinds) as GreenhouseKind[]) {
    const one = object(
      kind,
      {},
      { spec: { ...definition("PluginDefinition"), plugin: definition("x"), helmChart: {} } },
    );
    const scope = { wanted: [{ kind: kinds[kind], name: "it" }] };
    const first = plan(live([one], [kinds[kind]]), scope);
    expect(asked(first).filter((each) => each.startsWith("secrets"))).toEqual([]);
    const readings = first.map((query) => ({ query, outcome: "found" as const, objects: [] }));
    const read = live([one], [kinds[kind]]);
    expect(asked(plan({ ...read, readings: [...readings.slice(1), ...read.readings] }, scope))).toEqual(asked(first));
  }
});
