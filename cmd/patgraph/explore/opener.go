package explore

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
)

var errNoScreen = errors.New("there is no screen")

// openBrowser opens an address with the system's opener.
func openBrowser(address string) error {
	var cmd *exec.Cmd
	switch runtime.GOOS {
	case "windows":
		cmd = exec.Command("rundll32", "url.dll,FileProtocolHandler", address)
	case "darwin":
		cmd = exec.Command("open", address)
	default:
		// Without a screen, xdg-open would start a browser in the terminal.
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" && os.Getenv("BROWSER") == "" {
			return errNoScreen
		}
		cmd = exec.Command("xdg-open", address)
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	go cmd.Wait() // some openers run until the browser ends
	return nil
}
