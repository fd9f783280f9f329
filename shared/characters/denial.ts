/**
 * Shorter forms of a text in which an admission webhook refuses a request, the longer first; none for other texts. The
 * webhook's sentence is the cause, so the names in front of it are omitted, then what follows its first sentence. The
 * API server puts it behind the webhook's name (apiserver, pkg/admission/plugin/webhook/errors/statuserror.go).
 */
export function shortenDenial(text: string, ellipsis: string): readonly string[] {
  const { before = "", cause = "" } = denial.exec(text)?.groups ?? {};
  if (cause === "") return [];
  const end = before.search(/: /);
  const head = end < 0 ? "admission webhook denied the request: " : `${before.slice(0, end)}: ${ellipsis} `;
  const [sentence = cause] = /^.*?[.!](?= [A-Z])/.exec(cause) ?? [];
  return [`${head}${cause}`, ...(sentence === cause ? [] : [`${head}${sentence} ${ellipsis}`])];
}

const denial = /^(?<before>.*?)\badmission webhook "[^"]*" denied the request: (?<cause>.+)$/;
