import { expect, test } from "vitest";
import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import { chooseContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { loadKubeconfig } from "../../shared/io/kubeconfig/load-kubeconfig.ts";
import { connectTo } from "../../shared/io/reader/connect-cluster.ts";
import { collectStream } from "../io/streaming.ts";
import { describeCluster } from "./describe-cluster.ts";
import { call } from "./http.ts";
import { createUser } from "./user.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const watch = `${configMaps}?watch=1&allowWatchBookmarks=true`;

async function openConnection(
  kubeconfig: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerConnection> {
  const config = await loadKubeconfig({ kubeconfig, env: {}, home: "/", cwd: "/", platform: "linux" });
  return connectTo(chooseContext(config, {}, "/"), { userAgent: "test", requestTimeout: 60_000, env });
}

/** `ADDED name` for each event of a watch that is about `name`. */
function eventsOf(lines: readonly string[], name: string): readonly string[] {
  return lines
    .map(
      (line) =>
        JSON.parse(line) as {
          readonly type: string;
          readonly object: { readonly metadata: { readonly name?: string } };
        },
    )
    .filter(({ object }) => object.metadata.name === name)
    .map(({ type }) => `${type} ${name}`);
}

describeCluster("a watch of the API server", (cluster) => {
  test.for([
    ["HTTP/2", {}, 2],
    ["HTTP/1.1", { DISABLE_HTTP2: "1" }, 131],
  ] as const)(
    "over %s each of 130 watches gets a change at once, while requests are served",
    async ([protocol, env, connections]) => {
      const connection = await openConnection(cluster.kubeconfig, env);
      const name = `lines-${protocol.toLowerCase().replaceAll(/[/.]/g, "-")}`;
      const all = Array.from({ length: 130 }, () => collectStream(connection, watch));
      await expect.poll(() => all.filter((one) => one.begun() === 1).length).toBe(130);
      await call(cluster, "POST", configMaps, { metadata: { name }, data: { text: "zwölf 🙂\nlines" } });
      await call(cluster, "DELETE", `${configMaps}/${name}`);
      const events = [`ADDED ${name}`, `DELETED ${name}`];
      await expect.poll(() => all.filter(({ lines }) => eventsOf(lines, name).length === 2).length).toBe(130);
      for (const { lines } of all) expect(eventsOf(lines, name)).toEqual(events);
      expect((await connection.get(configMaps)).status).toBe(200);
      // The server takes 100 streams at once over one connection of HTTP/2, and three quarters may last.
      expect(connection.counters.connections).toBe(connections);
      for (const one of all) one.stop(new Error("enough"));
      await Promise.allSettled(all.map(({ end }) => end));
      connection.close();
    },
  );

  test("ends by itself when its time is over", async () => {
    const connection = await openConnection(cluster.kubeconfig);
    const one = collectStream(connection, `${watch}&timeoutSeconds=1`);
    expect(await one.end).toEqual({ is: "over" });
    connection.close();
  });

  test("is refused to a user without permission, with the server's own sentence", async () => {
    const noUser = await createUser(cluster, "lines-no-user");
    const connection = await openConnection(noUser.kubeconfig);
    const one = collectStream(connection, watch);
    const end = await one.end;
    expect(end).toMatchObject({
      is: "notOk",
      response: { status: 403, body: expect.stringContaining("cannot watch resource") },
    });
    connection.close();
  });
});
