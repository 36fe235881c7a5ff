-- A session of Neovim without a screen: it opens a program, and writes the diagnostics and the text after
-- a quick fix, another name and a new layout. .ci/editors runs it.
local file, at, old, fresh, out = unpack(vim.split(vim.env.SESSION, "|"))
local lines = {}
local function note(text) table.insert(lines, text) end
local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n") end
local patience = 240000 -- milliseconds, which only what hangs takes
local function await(what, condition)
  if not vim.wait(patience, condition, 20) then error("waiting for " .. what) end
end
local function go(pattern)
  vim.fn.cursor(1, 1)
  if vim.fn.search(pattern, "cW") == 0 then error("there is no " .. pattern) end
end
local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, patience)
  for _, a in pairs(answers or {}) do
    if a.error then error(a.error.message) end
    return a.result
  end
end

local function session()
  vim.cmd("edit " .. file)
  await("a report", function() return #vim.diagnostic.get(0) > 0 end)
  -- A first report may lack what takes long to find; an answer has all of it.
  local whole = ask("textDocument/diagnostic", { textDocument = vim.lsp.util.make_text_document_params() }).items[1].message
  await("the whole report", function()
    local list = vim.diagnostic.get(0)
    return #list > 0 and list[1].message == whole
  end)
  note("== diagnostics")
  for _, d in ipairs(vim.diagnostic.get(0)) do
    note(("%d:%d %s[%s] %s"):format(d.lnum + 1, d.col + 1, d.severity == 1 and "error" or "warning", d.code, d.message))
  end
  note("== quick fix")
  local d = vim.diagnostic.get(0)[1]
  vim.fn.cursor(d.lnum + 1, d.col + 1)
  vim.ui.select = function(list, options, chosen)
    note(options.format_item(list[1]))
    chosen(list[1])
  end
  vim.lsp.buf.code_action()
  local before = text()
  await("the quick fix", function() return text() ~= before end)
  note(text())
  await("no diagnostics", function() return #vim.diagnostic.get(0) == 0 end)
  go(at)
  note("== hover")
  note(ask("textDocument/hover", vim.lsp.util.make_position_params()).contents.value)
  note("== rename " .. old .. " " .. fresh)
  go(old)
  before = text()
  vim.lsp.buf.rename(fresh)
  await("the new name", function() return text() ~= before end)
  note(text())
  note("== format")
  before = text()
  if vim.lsp.buf.format then vim.lsp.buf.format({ timeout_ms = patience }) else vim.lsp.buf.formatting_sync({}, patience) end
  note(text())
  note("== why")
  go(fresh)
  local shown = vim.api.nvim_get_current_buf()
  vim.cmd("PatgraphWhy")
  await("why", function() return vim.api.nvim_get_current_buf() ~= shown end)
  note(vim.api.nvim_buf_get_lines(0, 0, 1, false)[1])
end

local ok, err = pcall(session)
if not ok then note("FAILED: " .. tostring(err)) end
vim.fn.writefile(vim.split(table.concat(lines, "\n"), "\n"), out)
vim.cmd("qa!")
