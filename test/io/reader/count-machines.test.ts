import { expect, test } from "vitest";
import type { ServerConnection } from "../../../shared/io/connection/connection.ts";
import { countMachines } from "../../../shared/io/reader/count-machines.ts";

const server = "https://example.test";

/** A server that answers with these texts in turn, the last one for ever, and the paths that it was asked for. */
function connectionAnswering(
  texts: readonly string[],
  status = 200,
): { readonly connection: ServerConnection; readonly paths: string[] } {
  const paths: string[] = [];
  const get: ServerConnection["get"] = async (path) => {
    paths.push(path);
    const body = texts[Math.min(paths.length, texts.length) - 1] ?? "";
    return { status, headers: {}, body, conceal: (text) => text };
  };
  return { connection: { server, get } as Partial<ServerConnection> as ServerConnection, paths };
}

function table(phases: readonly string[], after = "", columns = ["Name", "Phase"]): string {
  const rows = phases.map((phase) => ({ cells: ["name", phase], object: null }));
  const columnDefinitions = columns.map((name) => ({ name, type: "string" }));
  return JSON.stringify({
    kind: "Table",
    apiVersion: "meta.k8s.io/v1",
    metadata: { continue: after },
    columnDefinitions,
    rows,
  });
}

test("counts the instances that run, page by page, without their objects", async () => {
  const { connection, paths } = connectionAnswering([
    table(["Running", "Scheduling", "Running"], "a/b"),
    table(["Running", "Failed"]),
  ]);
  expect(await countMachines(connection, undefined)).toEqual({ running: 3 });
  expect(paths).toEqual([
    "/apis/kubevirt.io/v1/virtualmachineinstances?includeObject=None&limit=500",
    "/apis/kubevirt.io/v1/virtualmachineinstances?includeObject=None&limit=500&continue=a%2Fb",
  ]);
});

test("counts at most twenty pages, and says that there are more", async () => {
  const { connection, paths } = connectionAnswering([
    table(
      Array.from({ length: 500 }, () => "Running"),
      "more",
    ),
  ]);
  expect(await countMachines(connection, undefined)).toEqual({ running: 10_000, isAtLeast: true });
  expect(paths).toHaveLength(20);
});

test.for([
  ["may not list them", ['{"kind":"Status","code":403,"message":"no"}'], 403],
  ["has no such kind", ["404 page not found"], 404],
  ["is busy", ["busy"], 503],
  ["rejects the credentials", ['{"kind":"Status","code":401}'], 401],
  ["answers with a list in place of a table", ['{"kind":"List","items":[]}'], 200],
  ["answers with a table without phases", [table(["Running"], "", ["Name", "Age"])], 200],
  ["answers with a table of odd rows", ['{"kind":"Table","columnDefinitions":{},"rows":7}'], 200],
  ["answers with half a table", [table(["Running"]).slice(0, 40)], 200],
  ["fails at the second page", [table(["Running"], "a"), "{}"], 200],
] as const)("counts nothing where the user or the server %s", async ([, texts, status]) => {
  expect(await countMachines(connectionAnswering(texts, status).connection, undefined)).toBeUndefined();
});
