import { expect, test } from "vitest";
import { coreKinds } from "../../shared/tables/core-kinds.ts";
import { describeCluster } from "./describe-cluster.ts";
import { call } from "./http.ts";

interface Served {
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  readonly kind: string;
  readonly shortNames?: readonly string[];
  readonly verbs: readonly string[];
}

describeCluster("Kubernetes' own kinds", (cluster) => {
  test("are served under every name that the table gives them, and in this order of versions", async () => {
    const groups = await call<{ groups: readonly { name: string; versions: readonly { version: string }[] }[] }>(
      cluster,
      "GET",
      "/apis",
    );
    const own = groups.groups.filter(({ name }) => coreKinds.some(({ group }) => group === name));
    const places = [
      { group: "", version: "v1", path: "/api/v1" },
      ...own.flatMap(({ name, versions }) =>
        versions.map(({ version }) => ({ group: name, version, path: `/apis/${name}/${version}` })),
      ),
    ];
    const served = new Map<string, Readonly<Record<string, unknown>> & { readonly versions: readonly string[] }>();
    for (const { group, version, path } of places) {
      const { resources } = await call<{ resources: readonly Served[] }>(cluster, "GET", path);
      for (const { name, singularName, namespaced, kind, shortNames = [], verbs } of resources) {
        if (name.includes("/") || !verbs.includes("list")) continue;
        const versions = [...(served.get(`${kind}.${group}`)?.versions ?? []), version];
        served.set(`${kind}.${group}`, {
          group,
          kind,
          plural: name,
          singular: singularName,
          shortNames,
          versions,
          namespaced,
        });
      }
    }
    const table = new Map(coreKinds.map((kind) => [`${kind.kind}.${kind.group}`, kind]));
    expect(table).toStrictEqual(served);
  });
});
