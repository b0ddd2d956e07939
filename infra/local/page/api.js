// The playground's HTTP calls: the client API that the tests use too, and the few facts that only the page needs.

async function call(method, path, body) {
  const options = { method, headers: { Accept: "application/json" } };
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const response = await fetch(path, options);
  const text = await response.text();
  const answer = parse(text);
  if (!response.ok) throw new ApiError(response.status, answer?.error ?? answer?.description ?? response.statusText);
  return answer;
}

function parse(text) {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** A call that the playground refused; `status` is the HTTP status. */
export class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.name = "ApiError";
    this.status = status;
  }
}

export const api = {
  /** `{bot, now, people, chats}`: `now` in epoch seconds of the playground's clock, `chats` those of several people. */
  state: () => call("GET", "/playground/state"),
  people: () => call("GET", "/playground/people"),
  addPerson: (person) => call("POST", "/client/users", person),
  messages: (userId) => call("GET", `/client/${userId}/messages`),
  send: (userId, text) => call("POST", `/client/${userId}/send`, { text }),
  /** Answers `{answered, text, show_alert, url}` once the bot has answered, or after 10 s. */
  tap: (userId, messageId, data) => call("POST", `/client/${userId}/tap`, { message_id: messageId, data }),
  /** `[{command, description}]`, as Telegram lists them for this person in this chat. */
  commands: (userId, chatId) => call("GET", `/client/${userId}/commands?chat_id=${chatId}`),
  chatMessages: (chatId) => call("GET", `/client/chats/${chatId}/messages`),
  addChat: (title, members) => call("POST", "/client/chats", { title, type: "supergroup", members }),
  sendIn: (userId, chatId, text) => call("POST", `/client/${userId}/send`, { text, chat_id: chatId }),
  tapIn: (userId, chatId, messageId, data) =>
    call("POST", `/client/${userId}/tap`, { chat_id: chatId, message_id: messageId, data }),
  /** What inline mode offers: `{answered, results}`. */
  inline: (userId, query) => call("POST", `/client/${userId}/inline`, { query }),
  /** Posts what was offered into a chat, or into the one with another person; answers the Message. */
  choose: (userId, resultId, chatId) =>
    call("POST", `/client/${userId}/choose`, { result_id: resultId, chat_id: chatId }),
  block: (userId) => call("POST", `/client/${userId}/block`),
  unblock: (userId) => call("POST", `/client/${userId}/unblock`),
  fileUrl: (userId, fileId) => `/client/${userId}/files/${encodeURIComponent(fileId)}`,
  eventsUrl: (userId) => `/client/${userId}/events`,
  advanceClock: (seconds) => call("POST", "/clock", { advance_s: seconds }),
  addFault: (fault) => call("POST", "/faults", fault),
};
