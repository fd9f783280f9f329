import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Report } from "../../shared/model/report.ts";
import { printReport } from "../../shared/outline/printed-report.ts";
import { renderJson } from "../../shared/render/formats/json.ts";
import { writeExposition } from "../../shared/render/formats/openmetrics/openmetrics.ts";
import { sampleReport } from "../../shared/render/formats/openmetrics/report-samples.ts";
import { carriesToken } from "./report-token.ts";

/** A request, as far as the reply depends on it. */
export interface ServedRequest {
  readonly method: string;
  /** With the query, as in the request line: `/metrics?x=y`. */
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

/** What is served of a Report. Each text is made at most once, when it is first requested. */
export function serveStateOf(
  report: Report | undefined,
  { state }: Pick<LinkStatus, "state">,
  token: (() => string) | undefined,
): ServedState {
  if (report === undefined) return definedFields({ token });
  const isSilent = state !== "live";
  const metrics = once(() => writeExposition([sampleReport(report, { isSilent })]));
  const document = isSilent ? undefined : once(() => renderJson(printReport(report)));
  return { metrics, ...definedFields({ token, report: document }) };
}

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const publicPaths: readonly string[] = ["/metrics", "/healthz", "/readyz"];

/** The reply to a request: by its path, its method, and what there is to serve. */
export function replyTo(request: ServedRequest, state: ServedState): ServedReply {
  const path = request.url.replace(/[?#].*$/s, "");
  const isReport = path === "/report" && state.token !== undefined;
  if (!isReport && !publicPaths.includes(path)) return textReply(404, `not found; paths: ${publicPaths.join(", ")}\n`);
  if (request.method !== "GET" && request.method !== "HEAD")
    return { ...textReply(405, "method not allowed; use GET or HEAD\n"), headers: { allow: "GET, HEAD" } };
  if (isReport) return replyWithReport(request, state);
  if (path === "/healthz") return textReply(200, "ok\n");
  if (state.metrics === undefined) return noReportYet;
  return path === "/readyz" ? textReply(200, "ok\n") : replyWithMetrics(request, state.metrics);
}

function textReply(status: number, body: string): ServedReply {
  return { status, type: "text/plain; charset=utf-8", body };
}

const noReportYet = textReply(503, "no complete report yet\n");

function replyWithMetrics({ accept = "" }: ServedRequest, metrics: () => string): ServedReply {
  // The text is valid in both formats. Prometheus chooses its parser by the type (its "Content type negotiation").
  const type = accept.includes("application/openmetrics-text")
    ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
    : "text/plain; version=0.0.4; charset=utf-8";
  return { status: 200, type, body: metrics() };
}

function replyWithReport({ authorization }: ServedRequest, { metrics, report, token }: ServedState): ServedReply {
  let secret: string;
  try {
    secret = token?.() ?? "";
  } catch {
    return textReply(503, "the token file cannot be used\n");
  }
  if (secret === "" || !carriesToken(authorization, secret))
    return { ...textReply(401, "a bearer token is required\n"), headers: { "www-authenticate": "Bearer" } };
  if (report !== undefined) return { status: 200, type: "application/json", body: report() };
  if (metrics === undefined) return noReportYet;
  return textReply(503, "the cluster does not respond, and the last report is out of date\n");
}
