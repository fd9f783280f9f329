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
  const [, ...others] = planReads(readLive([object(kind, {}, fields)], [greenhouseKinds[kind]]), { wanted, ...scope });
  return summarizeQueries(others);
}

const buildPluginSpec = (kind: string): object => ({ clusterName: "c", pluginDefinitionRef: { kind, name: "d" } });

describe("the parts of one object are one list for each kind in its namespace", () => {
  const rows: readonly { readonly kind: GreenhouseKind; readonly fields: object; readonly lists: readonly string[] }[] =
    [
      { kind: "Cluster", fields: {}, lists: ["clusterkubeconfigs acme"] },
      { kind: "ClusterKubeconfig", fields: {}, lists: [] },
      {
        kind: "Plugin",
        fields: { spec: buildPluginSpec("PluginDefinition") },
        lists: ["clusters acme", "helmreleases acme", "plugindefinitions acme"],
      },
      {
        kind: "Plugin",
        fields: { spec: buildPluginSpec("ClusterPluginDefinition") },
        lists: ["clusters acme", "helmreleases acme", "clusterplugindefinitions"],
      },
      {
        kind: "PluginPreset",
        fields: { spec: { plugin: buildPluginSpec("PluginDefinition") } },
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
  test.for(rows)("the parts of a $kind with $fields are $lists", ({ kind, fields, lists }) => {
    expect(listQueriesAround(kind, fields)).toEqual(lists);
  });

  test("the parts of an Organization are listed in the namespace of its name", () => {
    const lists = listQueriesAround("Organization");
    expect(lists).toHaveLength(11);
    expect(lists).toEqual(expect.arrayContaining(["plugins it", "clusters it", "teams it", "helmreleases it"]));
  });
});

test("the parts of all Plugins are one list for each kind", () => {
  const fields = { spec: buildPluginSpec("PluginDefinition") };
  const plugins = ["acme", "other"].map((namespace) => object("Plugin", {}, { ...fields, metadata: { namespace } }));
  const queries = planReads(readLive(plugins, [greenhouseKinds.Plugin]), {
    wanted: [{ kind: greenhouseKinds.Plugin }],
  });
  expect([...new Set(summarizeQueries(queries))]).toEqual(["plugins", "clusters", "helmreleases", "plugindefinitions"]);
});

test("each namespace is listed where listing all namespaces is forbidden", () => {
  const snapshot = readLive(
    [object("Plugin", {}, { spec: buildPluginSpec("PluginDefinition") })],
    [greenhouseKinds.Plugin],
  );
  const query = { ...fluxKinds.HelmRelease, verb: "list" as const };
  const refused = {
    ...snapshot,
    readings: [...snapshot.readings, { query, outcome: "forbidden" as const, cause: "no" }],
  };
  const lists = summarizeQueries(planReads(refused, { wanted: [{ kind: greenhouseKinds.Plugin }] }));
  expect(lists).toEqual(expect.arrayContaining(["helmreleases", "helmreleases acme"]));
});

describe.for(Object.keys(greenhouseKinds) as GreenhouseKind[])("the plan for a %s is safe and complete", (kind) => {
  const spec = { ...buildPluginSpec("PluginDefinition"), plugin: buildPluginSpec("x"), helmChart: {} };
  const snapshot = readLive([object(kind, {}, { spec })], [greenhouseKinds[kind]]);
  const scope = { wanted: [{ kind: greenhouseKinds[kind], name: "it" }] };
  const plan = planReads(snapshot, scope);

  test(`no Secret is requested for a ${kind}`, () => {
    expect(summarizeQueries(plan).filter((query) => query.startsWith("secrets"))).toEqual([]);
  });

  test(`nothing more is requested once the parts of a ${kind} were read`, () => {
    const [, ...readings] = plan.map((query) => ({ query, outcome: "found" as const, objects: [] }));
    const nextPlan = planReads({ ...snapshot, readings: [...readings, ...snapshot.readings] }, scope);
    expect(summarizeQueries(nextPlan)).toEqual(summarizeQueries(plan));
  });
});
