/** Part of a kubeconfig. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * One way to reach a cluster. Every text may name what only the scene knows: `{main}` is the port of that server or proxy
 * (servers.ts, proxies.ts), `{ca.crt}` a file of the materials in base64, `{text:ca.crt}` as it is and `{json:ca.crt}` as
 * part of JSON, `{materials}` and `{home}` are folders, `{here}` an address of this machine that is no loopback.
 */
export interface Way {
  readonly way: string;
  /** What kubectl makes of it, `goes` by default: it must, or the row says nothing; `either` where nobody can say before. */
  readonly kubectl?: "goes" | "refuses" | "either";
  /** Added to the cluster that the context names; null takes a field away. By default `main`, trusted by its authority. */
  readonly cluster?: Fields;
  /** The user that the context names; null: no such user in the context. By default one with a token. */
  readonly user?: Fields | null;
  /** Instead of the kubeconfig made of the two: KUBECONFIG is the list of these files. */
  readonly kubeconfigs?: Readonly<Record<string, Fields>>;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Further files in `{home}`, all of them executable. */
  readonly files?: Readonly<Record<string, string>>;
  /** Where we do not do as kubectl: why, and what we send instead, without calling a plugin; nothing: we refuse. */
  readonly unlike?: Unlike;
}

/** A difference that is meant. */
interface Unlike {
  readonly because: string;
  /** `goes` by default where there is something in `ours`. */
  readonly ended?: "goes" | "refuses";
  /** Lines as seen.ts writes them. */
  readonly ours: readonly string[];
}

/**
 * The kubeconfig of a way: the context `here` of `cluster` and `user`, and `there`, which leads to the server `other` as
 * bob, for the flags that choose.
 */
export function kubeconfigsOf({ cluster, user, kubeconfigs }: Way): Readonly<Record<string, Fields>> {
  if (kubeconfigs !== undefined) return kubeconfigs;
  const trusted = { server: "https://127.0.0.1:{main}", "certificate-authority-data": "{ca.crt}" };
  const there = { server: "https://127.0.0.1:{other}", "certificate-authority-data": "{ca.crt}" };
  const me = user === null ? {} : { user: "me" };
  return {
    config: {
      apiVersion: "v1",
      kind: "Config",
      "current-context": "here",
      clusters: [
        { name: "near", cluster: withoutNulls({ ...trusted, ...cluster }) },
        { name: "far", cluster: there },
      ],
      users: [
        { name: "me", user: user ?? { token: "s3cret-token" } },
        { name: "bob", user: { "client-certificate-data": "{bob.crt}", "client-key-data": "{bob.key}" } },
      ],
      contexts: [
        { name: "here", context: { cluster: "near", ...me } },
        { name: "there", context: { cluster: "far", user: "bob" } },
      ],
    },
  };
}

function withoutNulls(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
