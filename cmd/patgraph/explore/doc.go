// Package explore has the command explore: a page in the browser that shows programs, their errors, derivations and
// pictures. The page uses the language server's protocol over a WebSocket, so it has the same data as editors.
//
//   - explore.go: the command, and when it ends. opener.go: starting a browser.
//   - server.go: HTTP and access control. pages.go: the files of the page.
//   - socket.go: a WebSocket as the transport of a session.
//   - page: the sources of the page; page/dist: the built files, which are embedded.
//
// # Access control
//
// Every process of the machine, and every page in the user's browser, can reach a port of the loopback address. So a
// session needs a token that only the terminal shows; the Host header must be the loopback address or localhost, since
// an attacker could point a name of their own at this address; and the origin of the page must be this server. An
// authorised page can read the programs of one folder, and write them only with --write.
package explore
