/**
 * The most requests for one HyperConverged, however much is wrong with it. A list in several pages counts once. Each component
 * of HyperConverged is one request, so a new one raises this number.
 */
export const mostRequests = 20;
