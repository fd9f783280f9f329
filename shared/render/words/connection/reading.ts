/** Why a query was not sent: the report had as many requests as it may have. */
export function tooManyRequestsText(most: number): string {
  return notAskedText(`${most} requests`);
}

/** Why a query was not sent: the report had as many waves of requests as it may have. */
export function tooManyWavesText(most: number): string {
  return notAskedText(`${most} waves of requests`);
}

function notAskedText(limit: string): string {
  return `not requested: more than ${limit} for one report`;
}

/** Why the resources of a group are unknown: its own server is down. */
export const staleGroupText = "the API service behind it does not respond";
