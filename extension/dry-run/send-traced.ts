import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import type { ServerResponse } from "../../shared/io/connection/answer.ts";
import type { DryRunRequest } from "../../shared/io/connection/send-dry-run.ts";
import { settingsFor } from "../../shared/io/reader/connect-cluster.ts";
import { answerText, failedRequestText, requestEndText } from "../../shared/render/words/connection/trace.ts";
import { mannerOf } from "../places/connect-place.ts";
import type { LiveCluster } from "../places/place-source.ts";

/** Returns the function that sends dry runs to a cluster, as its user. The log lists each, as any other request. */
export function sendTraced({
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
      const answer = await sendDryRun(await settingsFor(chosen, mannerOf(around, signal)), request, signal);
      tell(answerText(`${answer.status}`, answer.body.length, answer.flaw));
      return answer;
    } catch (error) {
      tell(failedRequestText(error instanceof Error ? error.message : undefined));
      throw error;
    }
  };
}
