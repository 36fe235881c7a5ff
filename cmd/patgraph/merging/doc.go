// Package merging has the command merge, which joins the reports of shards.
package merging
