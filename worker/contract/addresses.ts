/** The first part of every address. What would break a client goes to another version. */
export const API_BASE = "/api/v1";

export const LIST_ADDRESS = `${API_BASE}/notes.json`;
export const SEARCH_ADDRESS = `${API_BASE}/search.json`;
export const OPENAPI_ADDRESS = `${API_BASE}/openapi.json`;
