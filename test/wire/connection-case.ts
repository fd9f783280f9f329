import type { ServerName } from "./servers.ts";

/** Part of a kubeconfig. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * A kubeconfig, flags and variables with which kubectl and our program connect to test servers.
 *
 * Texts name what is known only when the servers have started. Names in braces are replaced:
 *   {main}             the port of this server or proxy (serverNames in servers.ts, proxyNames in proxies.ts)
 *   {ca.crt}           this file in base64, as a kubeconfig holds it (dataFiles in materials.ts)
 *   {text:ca.crt}      the text of this file
 *   {json:ca.crt}      the text of this file as a part of JSON text
 *   {materials}        the folder of these files
 *   {home}             the home and working directory of both programs
 *   {here}             an address of this machine that is no loopback address
 */
export interface ConnectionCase {
  readonly title: string;
  /**
   * What kubectl does. Our program must do the same. `either` is for random cases, where only kubectl knows.
   * Absent: it connects.
   */
  readonly kubectl?: "connects" | "refuses" | "either";
  /** The one server that both programs request, and the token that they send. Absent: whatever kubectl does. */
  readonly reaches?: { readonly server: ServerName; readonly token: string };
  /**
   * Fields of the cluster, over those of `main` with its authority: `{ "tls-server-name": "localhost" }`. Null removes a
   * field.
   */
  readonly cluster?: Fields;
  /** The user. Absent: one with the token `s3cret-token`. Null: the context names no user. */
  readonly user?: Fields | null;
  /** Files in `{home}` to use in place of a kubeconfig with `cluster` and `user`. KUBECONFIG lists them in this order. */
  readonly kubeconfigs?: Readonly<Record<string, Fields>>;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What both programs can read on standard input. Absent: nothing. */
  readonly input?: string;
  /** What both programs print among other things. */
  readonly prints?: string;
  /** Further files in `{home}`. All of them are executable. */
  readonly files?: Readonly<Record<string, string>>;
  /** What our program does on purpose in place of what kubectl does. It calls no plugin then. */
  readonly difference?: Difference;
}

/** A difference that is meant. */
interface Difference {
  readonly because: string;
  /** Absent: our program connects where `ours` has a request, and else refuses. */
  readonly ended?: "connects" | "refuses";
  /** The requests of our program, as {@link Outcome.requests} has them. */
  readonly ours: readonly string[];
}

/**
 * The kubeconfigs of a case by their file name: those that it has, or one with the context `here` of `cluster` and `user`.
 * That one also has the context `there`, the cluster `far` (the server `other`) and the user `bob`, for flags that name
 * them.
 */
export function kubeconfigsOf({ cluster, user, kubeconfigs }: ConnectionCase): Readonly<Record<string, Fields>> {
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
