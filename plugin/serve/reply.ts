import { carriesToken } from "./report-token.ts";

/** A request, as far as the reply depends on it. */
export interface ServedRequest {
  readonly method: string;
  /** With the query, as in the request line. */
  readonly url: string;
  readonly accept?: string | undefined;
  readonly authorization?: string | undefined;
}

/** What there is to serve now. */
export interface ServedState {
  /** Absent before the first complete report. */
  readonly metrics?: () => string;
  /** Absent where the cluster does not respond, or before the first report. */
  readonly report?: () => string;
  /** Reads the token for `/report`. Absent: that path does not exist. @throws where it cannot be read. */
  readonly token?: () => string;
}

/** A reply; `body` is absent from the reply to HEAD, but counted. */
export interface ServedReply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const text = "text/plain; charset=utf-8";

/** The reply to a request. */
export function replyTo(request: ServedRequest, state: ServedState): ServedReply {
  const path = request.url.replace(/[?#].*$/s, "");
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
  if (page === undefined || (page === serveReport && state.token === undefined))
    return { status: 404, type: text, body: serveReplies.unknownPath };
  if (request.method !== "GET" && request.method !== "HEAD")
    return { status: 405, type: text, body: serveReplies.wrongMethod, headers: { allow: "GET, HEAD" } };
  return page(request, state);
}

/** The bodies of the server's replies. */
const serveReplies = {
  healthy: "ok\n",
  ready: "ok\n",
  unready: "no complete report yet\n",
  silent: "the cluster does not respond, and the last report is out of date\n",
  unknownPath: "not found; paths: /metrics, /healthz, /readyz\n",
  wrongMethod: "method not allowed; use GET or HEAD\n",
  unauthorized: "a bearer token is required\n",
  noToken: "the token file cannot be used\n",
} as const;

const pages: Readonly<Record<string, (request: ServedRequest, state: ServedState) => ServedReply>> = {
  "/metrics": serveMetrics,
  "/healthz": () => ({ status: 200, type: text, body: serveReplies.healthy }),
  "/readyz": (_, { metrics }) =>
    metrics === undefined ? unready : { status: 200, type: text, body: serveReplies.ready },
  "/report": serveReport,
};

const unready: ServedReply = { status: 503, type: text, body: serveReplies.unready };

function serveMetrics({ accept = "" }: ServedRequest, { metrics }: ServedState): ServedReply {
  if (metrics === undefined) return unready;
  // The text is valid in both formats. Prometheus chooses its parser by the type (its "Content type negotiation").
  const type = accept.includes("application/openmetrics-text")
    ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
    : "text/plain; version=0.0.4; charset=utf-8";
  return { status: 200, type, body: metrics() };
}

function serveReport({ authorization }: ServedRequest, { metrics, report, token }: ServedState): ServedReply {
  let secret: string;
  try {
    secret = token?.() ?? "";
  } catch {
    return { status: 503, type: text, body: serveReplies.noToken };
  }
  if (secret === "" || !carriesToken(authorization, secret)) {
    const headers = { "www-authenticate": "Bearer" };
    return { status: 401, type: text, body: serveReplies.unauthorized, headers };
  }
  if (report === undefined) return metrics === undefined ? unready : { ...unready, body: serveReplies.silent };
  return { status: 200, type: "application/json", body: report() };
}
