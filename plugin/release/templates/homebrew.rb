# Put by the release workflow into the tap as Formula/hco-status.rb.
class HcoStatus < Formula
  desc "Show why a HyperConverged of KubeVirt is unhealthy"
  homepage "{{address}}"
  version "{{version}}"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "{{uri darwin arm64}}"
      sha256 "{{sha256 darwin arm64}}"
    end
    on_intel do
      url "{{uri darwin amd64}}"
      sha256 "{{sha256 darwin amd64}}"
    end
  end

  on_linux do
    on_arm do
      url "{{uri linux arm64}}"
      sha256 "{{sha256 linux arm64}}"
    end
    on_intel do
      url "{{uri linux amd64}}"
      sha256 "{{sha256 linux amd64}}"
    end
  end

  def install
    bin.install "kubectl-hco_status"
    # kubectl completes a plugin by a program of this name.
    bin.install_symlink "kubectl-hco_status" => "kubectl_complete-hco_status"
    man1.install "kubectl-hco_status.1"
    doc.install "THIRD-PARTY-NOTICES"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/kubectl-hco_status --version")
  end
end
