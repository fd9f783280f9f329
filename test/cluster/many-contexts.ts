import { readFileSync, writeFileSync } from "node:fs";

/** A context of a kubeconfig that is made from another one; what is not given is as there. */
export interface Context {
  readonly name: string;
  readonly namespace?: string;
  readonly server?: string;
  /** Fields of a kubeconfig that replace the authority; null for a context whose cluster has no entry. */
  readonly cluster?: object | null;
  /** As in a kubeconfig. */
  readonly user?: object;
}

/** Writes a kubeconfig with a cluster, a user and a context each for all of `contexts`, after the one in `kubeconfig`. */
export function writeContexts(path: string, kubeconfig: string, contexts: readonly Context[]): string {
  const text = readFileSync(kubeconfig, "utf8");
  const field = (name: string): string => new RegExp(`${name}: (\\S+)`).exec(text)?.[1] ?? "";
  const own = {
    "client-certificate-data": field("client-certificate-data"),
    "client-key-data": field("client-key-data"),
  };
  const authority = field("certificate-authority-data");
  const nameEach = <T>(of: (context: Context) => T): readonly (T & { name: string })[] =>
    contexts.map((context) => ({ name: context.name, ...of(context) }));
  const document = {
    apiVersion: "v1",
    kind: "Config",
    "current-context": contexts[0]?.name,
    clusters: nameEach(({ server = field("server"), cluster = { "certificate-authority-data": authority } }) => ({
      cluster: cluster && { server, ...cluster },
    })).filter(({ cluster }) => cluster !== null),
    users: nameEach(({ user = own }) => ({ user })),
    contexts: nameEach(({ name, namespace }) => ({
      context: { cluster: name, user: name, ...(namespace !== undefined && { namespace }) },
    })),
  };
  writeFileSync(path, JSON.stringify(document), { mode: 0o600 });
  return path;
}
