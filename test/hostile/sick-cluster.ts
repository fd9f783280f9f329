import { type Raw, readCaseAsCluster } from "../aggregate/gate-situation.ts";
import { type Assault, type HostileServer, response, startHttp1Assault } from "./hostile-servers.ts";

/** A case whose first cause is a container of CDI that crashes, and the last words of its log. */
export const crashing = "cdi-crashes-and-aaq-cannot-pull-its-image";
export const lastLogLine = "panic: the last words of the container";

/** The Pod and the container whose log explains {@link crashing}. */
export const crashedContainer = { pod: "cdi-deployment-ff221a4411-53124", container: "cdi-controller" };

/** A server with the objects of {@link crashing}, which meets each request for a log with what `log` returns. */
export function startSickCluster(log: (path: string) => Assault): Promise<HostileServer> {
  const byResource = Map.groupBy(readCaseAsCluster(crashing), resourceOf);
  return startHttp1Assault((path) => {
    if (path.includes("/log?")) return log(path);
    const [, group = "", plural = ""] =
      /^\/(?:api|apis\/([^/]+))\/[^/]+(?:\/namespaces\/[^/]+)?\/([^/?]+)(?:\?|$)/.exec(path) ?? [];
    const items = byResource.get(`${group}/${plural}`);
    if (items === undefined)
      return response(404, '{"kind":"Status","status":"Failure","reason":"NotFound","code":404}');
    return response(200, JSON.stringify({ kind: "List", metadata: { resourceVersion: "1" }, items }));
  });
}

/** `apps/v1 Deployment` -> `apps/deployments` */
function resourceOf({ apiVersion, kind }: Raw): string {
  const group = apiVersion.includes("/") ? apiVersion.replace(/\/.*/, "") : "";
  const name = kind.toLowerCase();
  return `${group}/${plurals[name] ?? `${name}s`}`;
}

const plurals: Readonly<Record<string, string>> = {
  networkaddonsconfig: "networkaddonsconfigs",
  priorityclass: "priorityclasses",
};
