internal import CCurl
internal import CNetBridge
internal import Values

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Turns libcurl's result into an error for a person.
enum TransferFailure {
    static func error(_ code: CURLcode, _ easy: CurlEasy, url: RequestURL, timeout: Duration) -> HeraldError {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: unreachable(url, "no such host")
        case CURLE_COULDNT_CONNECT: unreachable(url, reason(easy))
        case CURLE_OPERATION_TIMEDOUT:
            HeraldError(.timeout, "\(url.name) did not answer within \(Double(timeout.milliseconds) / 1000) s")
        case CURLE_URL_MALFORMAT:
            HeraldError(.badURL, "\(url.name) cannot be fetched: \(text(code, easy))")
        case CURLE_GOT_NOTHING: HeraldError(.network, "\(url.name) closed the connection without an answer")
        case CURLE_PARTIAL_FILE: brokeOff(url)
        default: HeraldError(.network, "\(url.name): \(text(code, easy))")
        }
    }

    static func brokeOff(_ url: RequestURL) -> HeraldError {
        HeraldError(.network, "\(url.name) broke off in the middle of the answer")
    }

    static func unreachable(_ url: RequestURL, _ reason: String) -> HeraldError {
        HeraldError(.unreachable, "cannot reach \(url.name): \(reason)")
    }

    private static func reason(_ easy: CurlEasy) -> String {
        switch easy.systemError {
        case 0: easy.failureText.isEmpty ? "no connection" : easy.failureText
        case ECONNREFUSED: "connection refused"
        case let number: String(cString: strerror(number)).lowercased()
        }
    }

    private static func text(_ code: CURLcode, _ easy: CurlEasy) -> String {
        easy.failureText.isEmpty ? String(cString: herald_curl_easy_strerror(code)) : easy.failureText
    }
}
