// Package explore has the command explore: a page in the browser that shows programs, their
// errors, derivations and pictures. The page speaks the language server's protocol over a
// WebSocket, so it knows what editors know.
//
//   - explore.go: the command, and when it ends. opener.go: how a browser is started.
//   - server.go: what is answered, and to whom. pages.go: the files of the page.
//   - socket.go: a WebSocket as the messages of a session.
//   - page: the sources of the page; page/dist: what is built of them, which is embedded.
//
// # Who may ask
//
// Every process of the machine, and every page in the user's browser, can reach a port of the
// loopback address. So a session needs a token that only the terminal shows; the name in the
// header Host has to be that of the loopback address, or a name that an attacker has led there
// would make his page ours; and the origin of the page has to be this server. Whoever passes sees
// the programs of one folder, and may write them only with --write.
package explore
