"""One gate, one file: each judges a comparison of two trees and gives its evidence."""
