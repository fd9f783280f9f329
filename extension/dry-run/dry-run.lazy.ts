import { commands, Diagnostic, DiagnosticSeverity, Disposable, l10n, languages, Range, Uri, workspace } from "vscode";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { sanitizeFileName } from "../../shared/characters/sanitize-label.ts";
import type { DryRunRequest } from "../../shared/io/connection/send-dry-run.ts";
import type { ServerResponse } from "../../shared/io/connection/server-response.ts";
import { failedRequestText, requestEndText, responseEndText } from "../../shared/io/connection/trace-requests.ts";
import { settingsFor } from "../../shared/io/reader/connect-cluster.ts";
import { systemClock } from "../../shared/io/watch/clock.ts";
import { findFieldSpan, readAdmissionFaults } from "../../shared/manifest/admission-faults.ts";
import { findChangedFields, findRemovedFields } from "../../shared/manifest/changed-fields.ts";
import type { DryRunResponse } from "../../shared/model/manifest/dry-run.ts";
import { textAt } from "../../shared/parse/json-value.ts";
import { changeText, dryRunSides, serverMessage } from "../../shared/render/editor/live-yaml/dry-run.ts";
import { errorLine } from "../places/choose-context.ts";
import { buildConnectionManner } from "../places/connection-manner.ts";
import type { LiveCluster } from "../places/place-source.ts";
import { uriSchemes } from "../platform/contributions.ts";
import { showMessage, tellError, withProgress } from "../platform/messages.ts";
import type { WrittenObject } from "../session/written-object.ts";
import { type DryRunSession, type DryRunSubject, findSubject } from "./find-subject.ts";
import { limitReply, patience } from "./reply-limit.ts";

/** The dry runs of one window, with the results that are shown. */
export interface DryRuns extends Disposable {
  /** Makes a dry run of the manifest that a command's arguments name, and shows its result. */
  run(all: readonly unknown[]): Promise<void>;
  /** Returns the text of one side of a comparison. */
  text(uri: Uri): string;
}

export function createDryRuns(session: DryRunSession): DryRuns {
  const refusals = languages.createDiagnosticCollection("hco-status-dry-run");
  const texts = new Map<string, string>();
  const forget = (uri: Uri): void => {
    texts.delete(uri.toString());
    refusals.delete(uri);
  };
  const subscriptions = Disposable.from(
    refusals,
    workspace.onDidCloseTextDocument(({ uri }) => forget(uri)),
    // The lines that the server objected to may be others now.
    workspace.onDidChangeTextDocument(({ document }) => refusals.delete(document.uri)),
  );

  async function run(all: readonly unknown[]): Promise<void> {
    const subject = await findSubject(session, all);
    if (typeof subject === "string") {
      await showMessage(subject);
      return;
    }
    const { document } = subject.written;
    refusals.delete(document.uri);
    const { version } = document;
    const reply = await requestDryRun(subject);
    if (reply === undefined) return;
    if (reply.is === "computed") await showResult(subject, reply);
    else if (reply.is === "refused" && document.version === version)
      refusals.set(document.uri, buildRefusalDiagnostics(subject.written, reply));
    if (reply.is !== "computed") await tellError(failureText(subject, reply));
  }

  async function showResult(
    { target, manifest, placeName }: DryRunSubject,
    { live, result }: Extract<DryRunResponse, { is: "computed" }>,
  ): Promise<void> {
    const sides = dryRunSides(live, result);
    const stamp = `${systemClock.now()}`;
    const titles = { live: l10n.t("{0} (live)", target.name), result: l10n.t("{0} (dry run)", target.name) };
    const side = (which: "live" | "result"): Uri => {
      const path = `/${sanitizeFileName(titles[which])}.yaml`;
      const uri = Uri.from({ scheme: uriSchemes.dryRun, path, query: stamp });
      texts.set(uri.toString(), sides[which]);
      return uri;
    };
    const title = sanitizeLine(l10n.t("{0}: live ↔ result of a dry run on {1}", target.name, placeName));
    await commands.executeCommand("vscode.diff", side("live"), side("result"), title, { preview: true });
    const changed = findChangedFields(target, live === undefined ? undefined : sides.before, sides.after);
    const namespace = textAt(result, "metadata", "namespace");
    const name = namespace === "" ? target.name : `${namespace}/${target.name}`;
    const removed = findRemovedFields(live, manifest);
    const named = { name, place: placeName, isCreated: live === undefined, removed };
    await showMessage(changeText({ ...named, ...changed }));
  }

  return {
    run,
    text: (uri) =>
      texts.get(uri.toString()) ?? `# ${l10n.t("this result of a dry run is no longer available; run it again")}\n`,
    dispose() {
      texts.clear();
      subscriptions.dispose();
    },
  };
}

/** Returns one entry for Problems for each thing that the server objects to, on the line of its field. */
function buildRefusalDiagnostics(
  { document, object }: WrittenObject,
  { message, status }: Extract<DryRunResponse, { is: "refused" }>,
): readonly Diagnostic[] {
  return readAdmissionFaults(status ?? { message }).map((fault) => {
    const { start, end } = findFieldSpan(object, fault.path);
    const range = new Range(document.positionAt(start), document.positionAt(end));
    const diagnostic = new Diagnostic(range, serverMessage(fault.message), DiagnosticSeverity.Error);
    diagnostic.source = "hco-status";
    diagnostic.code = "dry-run";
    return diagnostic;
  });
}

/** Returns the reply of the server. Undefined where the user cancelled, or after a message that there is none. */
async function requestDryRun({
  target,
  manifest,
  cluster,
  placeName,
}: DryRunSubject): Promise<DryRunResponse | undefined> {
  const limit = limitReply(cluster.around.clock, cluster.left);
  const { connection, discovery } = cluster;
  const send = sendTraced(cluster);
  try {
    const { requestDryRun } = await import("../../shared/io/reader/dry-run.ts");
    return await withProgress(l10n.t("Dry run of {0} on {1}", target.name, placeName), (_, token) => {
      token.onCancellationRequested(limit.cancel);
      return requestDryRun({ connection, discovery, send }, target, manifest, limit.signal);
    });
  } catch (error) {
    if (limit.end === "placeLost")
      await tellError(l10n.t("The connection to {0} ended before the dry run had a result.", placeName));
    else if (limit.end === "timedOut")
      await tellError(
        l10n.t("The dry run timed out after {0}s without a response of {1}.", patience / 1000, placeName),
      );
    else if (limit.end === undefined) await tellError(l10n.t("The dry run has no result: {0}", errorLine(error)));
    return undefined;
  } finally {
    limit.dispose();
  }
}

/** Returns the function that sends dry runs to a cluster, as its user. The log lists each, as any other request. */
function sendTraced({
  chosen,
  around,
}: LiveCluster): (request: DryRunRequest, signal: AbortSignal) => Promise<ServerResponse> {
  return async (request, signal) => {
    const began = around.clock.now();
    const tell = (ending: string): void => {
      const method = request.way === "apply" ? "PATCH" : "POST";
      const address = `${chosen.server}${request.path}?dryRun=All`;
      around.log(sanitizeLine(requestEndText(address, ending, Math.round(around.clock.now() - began), method)));
    };
    try {
      const { sendDryRun } = await import("../../shared/io/connection/send-dry-run.ts");
      const answer = await sendDryRun(
        await settingsFor(chosen, buildConnectionManner(around, signal)),
        request,
        signal,
      );
      tell(responseEndText(`${answer.status}`, answer.body.length, answer.flaw));
      return answer;
    } catch (error) {
      tell(failedRequestText(error instanceof Error ? error.message : undefined));
      throw error;
    }
  };
}

type Failure = Exclude<DryRunResponse, { is: "computed" }>;

function failureText({ target }: DryRunSubject, reply: Failure): string {
  switch (reply.is) {
    case "forbidden":
      return l10n.t(
        "Forbidden: a dry run requires the permission {0} for {1}. The server: {2}",
        reply.verb,
        reply.resource,
        serverMessage(reply.cause),
      );
    case "unsupported":
      if (!reply.cause)
        return l10n.t("The server does not offer a dry run for {0}, so nothing was sent.", reply.resource);
      return l10n.t(
        "Unknown whether the server offers a dry run for {0}, so nothing was sent: {1}",
        reply.resource,
        serverMessage(reply.cause),
      );
    case "refused":
      return l10n.t("The server refuses {0}: {1}", target.name, serverMessage(reply.message, 300));
    default:
      return l10n.t("The dry run has no result: {0}", serverMessage(reply.cause));
  }
}
