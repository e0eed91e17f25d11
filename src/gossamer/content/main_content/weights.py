"""The chance that a block is main content: regression trees written by bench/train_main_content.py, not by hand."""

from __future__ import annotations

from math import exp

from gossamer.content.main_content.features import Facts, Row

_SURE = 1.2


def chances(known: Facts) -> list[float]:
    """Return the chance for each block; clear cases end after the first trees."""
    (
        page_text,
        page_density,
        page_prose,
        page_blocks,
        page_repeat_share,
        page_prices,
    ) = known.page
    result = []
    last: Row = ()
    for section, (
        text,
        link_density,
        stops,
        ended,
        tag,
        near,
        far,
    ), (
        next_text,
        window_text,
        window_density,
        window_stops,
    ), (
        like_count,
        like_share,
        like_distinct,
        copy,
    ), (
        since_heading,
        heading_level,
        since_related,
        since_talk,
    ), (
        place,
        since_title,
    ) in known.rows:
        if section is not last:
            (
                s1_text,
                s2_text,
                s3_text,
                s3_density,
                s3_blocks,
                s5_share,
                s5_density,
                prose_share,
                depth,
                scope,
                repeat_share,
                repeat_text,
                outer_share,
                outer_text,
                core_up,
                core_down,
                core_side,
                bulk_up,
                bulk_down,
                bulk_side,
                title_up,
                title_down,
                title_side,
            ) = last = section
        score = (
            (
                (
                    (-0.143 if like_distinct <= 0.93934 else (0.289 if since_heading <= 17 else 0.043))
                    if core_up <= 0
                    else ((0.079 if scope <= 0 else -0.194) if since_heading <= 1 else -0.216)
                )
                if like_share <= 0.17159
                else (
                    (0.548 if page_text <= 30656 else 0.077)
                    if page_blocks <= 119
                    else (
                        (-0.169 if page_repeat_share <= 0.67924 else 0.251)
                        if like_distinct <= 0.98806
                        else (0.551 if since_heading <= 1 else 0.270)
                    )
                )
            )
            + (
                (
                    (
                        (-0.380 if near & 2097152 else 0.022)
                        if window_density <= 0.090239
                        else (-0.259 if outer_share <= 0.59843 else -0.010)
                    )
                    if copy <= 1
                    else -0.369
                )
                if ended <= 0
                else (
                    (-0.223 if outer_share <= 0.12496 else (0.286 if page_text <= 4862 else -0.061))
                    if s3_text <= 328
                    else (
                        (0.209 if page_text <= 14017 else 0.007)
                        if page_prose <= 0.82305
                        else (0.332 if page_text <= 49648 else -0.090)
                    )
                )
            )
            + (
                (
                    ((0.121 if page_prices <= 3 else -0.165) if page_blocks <= 127 else -0.193)
                    if s1_text <= 182
                    else (
                        (-0.453 if near & 64 else 0.237)
                        if title_up <= 4
                        else (0.113 if since_related <= 150 else -0.194)
                    )
                )
                if core_up <= 0
                else (
                    (
                        (-0.125 if page_prices <= 21 else -0.330)
                        if page_repeat_share <= 0.74669
                        else (-0.168 if bulk_side <= 0 else 0.213)
                    )
                    if bulk_side <= 0
                    else -0.330
                )
            )
            + (
                (
                    ((-0.303 if bulk_side <= 0 else -0.106) if bulk_side <= 0 else -0.325)
                    if like_share <= 0.40679
                    else (-0.238 if repeat_share <= 0.038767 else 0.313)
                )
                if prose_share <= 0.2021
                else (
                    (-0.050 if like_share <= 0.052376 else (-0.418 if like_distinct <= 0.39042 else 0.255))
                    if tag <= 1
                    else ((0.220 if near & 128 else -0.164) if tag <= 15 else (-0.191 if next_text <= 13 else 0.167))
                )
            )
            + (
                (
                    (
                        (0.270 if since_talk <= 77 else -0.350)
                        if title_side <= 0
                        else (-0.257 if like_distinct <= 0.52786 else -0.012)
                    )
                    if bulk_side <= 0
                    else (0.279 if near & 562949953421312 else -0.308)
                )
                if prose_share <= 0.30056
                else (
                    ((-0.146 if far & 2097152 else 0.143) if copy <= 1 else (0.258 if near & 34359738368 else -0.275))
                    if core_side <= 0
                    else (-0.296 if repeat_text <= 137.29 else -0.031)
                )
            )
            + (
                (
                    (0.253 if page_prices <= 28 else -0.236)
                    if title_up <= 4
                    else (-0.442 if title_down <= 5 else (0.304 if page_text <= 65946 else -0.343))
                )
                if core_down <= 0
                else (
                    (
                        (0.132 if page_prices <= 23 else -0.208)
                        if title_up <= 1
                        else (-0.169 if window_text <= 210 else -0.012)
                    )
                    if bulk_up <= 0
                    else (-0.219 if stops <= 4 else (0.156 if core_side <= 0 else -0.164))
                )
            )
            + (
                (
                    (
                        (0.029 if since_heading <= 1 else -0.132)
                        if like_share <= 0.061813
                        else (0.179 if since_title <= 37 else 0.005)
                    )
                    if since_heading <= 8
                    else (-0.214 if page_repeat_share <= 0.59843 else -0.047)
                )
                if like_share <= 0.33702
                else (
                    (-0.337 if s3_density <= 0.012095 else (0.261 if tag <= 9 else -0.010))
                    if ended <= 0
                    else (0.262 if since_title <= 107 else (0.199 if s3_density <= 0.19879 else -0.397))
                )
            )
            + (
                (
                    ((-0.014 if title_down <= 5 else -0.302) if s3_blocks <= 831 else 0.386)
                    if far & 2048
                    else (
                        (0.163 if page_blocks <= 142 else -0.345)
                        if near & 64
                        else (0.025 if core_side <= 0 else -0.122)
                    )
                )
                if like_share <= 0.40679
                else (
                    (
                        (-0.465 if near & 144115188075855872 else 0.254)
                        if title_up <= 4
                        else (0.251 if page_blocks <= 122 else -0.242)
                    )
                    if stops <= 235
                    else -0.280
                )
            )
            + (
                (
                    (0.219 if place <= 0.69141 else (-0.104 if window_text <= 557 else 0.158))
                    if tag <= 1
                    else ((0.049 if title_down <= 8 else -0.129) if window_density <= 0.99884 else 0.311)
                )
                if since_heading <= 1
                else (
                    (-0.167 if text <= 54 else (-0.177 if near & 70368744177664 else 0.151))
                    if far & 34359738368
                    else ((0.006 if far & 288230376151711744 else -0.110) if text <= 2295 else -0.327)
                )
            )
        )
        if -_SURE < score < _SURE:
            score += (
                (
                    (
                        ((-0.214 if text <= 679 else 0.033) if s5_share <= 0.15172 else 0.115)
                        if s5_share <= 0.1756
                        else -0.288
                    )
                    if like_distinct <= 0.26377
                    else (
                        (
                            (-0.010 if prose_share <= 0.54082 else 0.117)
                            if page_text <= 30061
                            else (-0.426 if page_text <= 31877 else -0.066)
                        )
                        if since_heading <= 11
                        else (
                            (-0.234 if bulk_side <= 0 else 0.146)
                            if title_up <= 1
                            else (-0.296 if repeat_text <= 22.833 else -0.072)
                        )
                    )
                )
                + (
                    (
                        (-0.182 if far & 4 else (-0.131 if since_talk <= 100 else 0.027))
                        if link_density <= 0.1189
                        else ((0.347 if page_blocks <= 57 else -0.045) if near & 72057594037927936 else -0.151)
                    )
                    if like_share <= 0.13312
                    else (
                        ((-0.075 if near & 4096 else 0.202) if core_up <= 3 else -0.041)
                        if page_blocks <= 105
                        else (-0.208 if far & 2097152 else (0.056 if tag <= 29 else -0.218))
                    )
                )
                + (
                    (
                        (0.212 if next_text <= 0 else -0.186)
                        if outer_text <= 848.75
                        else (0.226 if link_density <= 0.028685 else -0.171)
                    )
                    if like_distinct <= 0.52786
                    else (
                        (
                            (-0.219 if near & 4 else 0.064)
                            if page_blocks <= 366
                            else (-0.167 if s5_share <= 0.98203 else 0.248)
                        )
                        if bulk_side <= 0
                        else (
                            (0.022 if place <= 0.72641 else -0.237)
                            if page_prices <= 36
                            else (0.331 if outer_text <= 612.08 else -0.237)
                        )
                    )
                )
                + (
                    (
                        (
                            (-0.031 if page_density <= 0.6348 else 0.115)
                            if ended <= 0
                            else (-0.174 if far & 4 else 0.101)
                        )
                        if core_down <= 11
                        else ((-0.216 if outer_share <= 0.9142 else 0.256) if page_density <= 0.69589 else 0.104)
                    )
                    if place <= 0.91051
                    else (
                        (-0.262 if page_density <= 0.023305 else 0.222)
                        if near & 268435456
                        else (-0.229 if s2_text <= 691 else (0.254 if s2_text <= 793 else -0.095))
                    )
                )
                + (
                    (
                        (
                            (-0.186 if outer_text <= 571.13 else 0.157)
                            if repeat_share <= 0.41867
                            else (0.251 if copy <= 1 else -0.202)
                        )
                        if since_title <= 0
                        else ((0.138 if since_title <= 26 else 0.014) if stops <= 85 else -0.373)
                    )
                    if since_title <= 52
                    else (
                        (-0.392 if far & 1 else 0.177)
                        if near & 4503599627370496
                        else (-0.008 if since_heading <= 2 else (-0.119 if tag <= 27 else -0.403))
                    )
                )
                + (
                    (
                        0.289
                        if s3_density <= 0.021716
                        else (0.200 if depth <= 8 else (-0.236 if s3_text <= 4443 else 0.072))
                    )
                    if near & 34359738368
                    else (
                        ((-0.089 if s3_text <= 7890 else 0.177) if far & 8 else (0.099 if s3_text <= 29928 else -0.195))
                        if since_heading <= 1
                        else (
                            (-0.291 if near & 512 else -0.033)
                            if tag <= 27
                            else (-0.411 if s3_density <= 0.0074528 else -0.140)
                        )
                    )
                )
                + (
                    (-0.330 if place <= 0.95634 else (-0.174 if repeat_text <= 2600.9 else 0.203))
                    if far & 8589934592
                    else (
                        (
                            (0.048 if page_blocks <= 27 else 0.258)
                            if core_up <= 5
                            else (-0.026 if since_heading <= 99 else -0.223)
                        )
                        if page_blocks <= 45
                        else (
                            (-0.173 if like_share <= 0.0037249 else 0.005)
                            if next_text <= 902
                            else (-1.209 if page_blocks <= 47 else -0.115)
                        )
                    )
                )
                + (
                    (
                        ((-0.208 if window_text <= 379 else 0.210) if outer_share <= 0.51734 else -0.148)
                        if core_down <= 0
                        else (0.177 if page_prose <= 0.088773 else (-0.025 if outer_share <= 0.99195 else 0.256))
                    )
                    if title_up <= 4
                    else (
                        ((0.027 if prose_share <= 0.99141 else -0.256) if title_up <= 6 else 0.222)
                        if far & 17179869184
                        else ((0.223 if near & 2097152 else -0.201) if stops <= 10 else 0.109)
                    )
                )
                + (
                    (
                        -0.148
                        if outer_share <= 0.6403
                        else (
                            (0.034 if title_down <= 7 else -0.219)
                            if far & 34359738368
                            else (0.148 if s3_text <= 30869 else -0.325)
                        )
                    )
                    if like_distinct <= 0.96225
                    else (
                        (-0.245 if title_down <= 7 else (0.119 if bulk_down <= 8 else -0.194))
                        if heading_level <= 0
                        else (
                            (-0.010 if s5_share <= 0.9963 else -0.298)
                            if far & 4
                            else (-0.124 if far & 2097152 else 0.061)
                        )
                    )
                )
            )
            if -_SURE < score < _SURE:
                score += (
                    (
                        (
                            (-0.325 if since_talk <= 110 else (-0.234 if like_distinct <= 0.97647 else 0.010))
                            if near & 33554432
                            else (
                                (-0.046 if since_talk <= 176 else -0.278)
                                if far & 1
                                else (-0.216 if near & 2048 else 0.020)
                            )
                        )
                        if like_share <= 0.4887
                        else (
                            (0.092 if stops <= 11 else -0.248)
                            if far & 128
                            else (0.230 if since_talk <= 163 else (-0.096 if far & 262144 else 0.121))
                        )
                    )
                    + (
                        (
                            (-0.133 if s1_text <= 1201 else (-0.243 if like_distinct <= 0.97647 else 0.140))
                            if near & 33554432
                            else (
                                (0.012 if outer_share <= 0.57445 else 0.097)
                                if page_prices <= 38
                                else (-0.238 if s1_text <= 709 else 0.105)
                            )
                        )
                        if place <= 0.77996
                        else (
                            (-0.145 if outer_share <= 0.12697 else (0.259 if outer_share <= 0.22428 else -0.077))
                            if page_prices <= 23
                            else (-0.031 if s1_text <= 418 else 0.287)
                        )
                    )
                    + (
                        (-0.301 if window_stops <= 21 else -0.067)
                        if far & 8589934592
                        else (
                            (
                                (0.077 if since_heading <= 0 else -0.226)
                                if like_share <= 0.41675
                                else (0.246 if page_blocks <= 87 else -0.081)
                            )
                            if title_side <= 0
                            else (
                                (0.014 if page_text <= 21118 else 0.217)
                                if page_text <= 30331
                                else (0.039 if prose_share <= 0.89836 else -0.169)
                            )
                        )
                    )
                    + (
                        (
                            ((0.053 if title_up <= 4 else -0.063) if title_up <= 9 else 0.349)
                            if page_blocks <= 346
                            else ((-0.258 if far & 16777216 else -0.093) if page_density <= 0.34122 else 0.176)
                        )
                        if bulk_up <= 0
                        else (
                            ((-0.102 if title_up <= 4 else -0.267) if page_blocks <= 306 else 0.080)
                            if outer_text <= 383.88
                            else ((0.007 if since_related <= 41 else 0.311) if near & 131072 else -0.086)
                        )
                    )
                    + (
                        (
                            (
                                (0.058 if since_related <= 137 else -0.306)
                                if page_density <= 0.033445
                                else (-0.203 if like_distinct <= 0.32292 else 0.133)
                            )
                            if near & 288230376151711744
                            else (
                                (-0.008 if prose_share <= 0.99974 else 0.265)
                                if s3_blocks <= 1
                                else (-0.254 if near & 32768 else 0.009)
                            )
                        )
                        if place <= 0.6868
                        else (
                            0.028
                            if page_prose <= 0.49298
                            else (0.076 if near & 137438953472 else (-0.121 if like_share <= 0.7082 else 0.097))
                        )
                    )
                    + (
                        (
                            (
                                (0.160 if near & 65536 else -0.293)
                                if repeat_text <= 747.36
                                else (0.300 if page_prose <= 0.80488 else -0.012)
                            )
                            if since_title <= 135
                            else -0.321
                        )
                        if near & 64
                        else (
                            (-0.000 if window_density <= 0.022419 else -0.300)
                            if far & 8589934592
                            else (
                                (0.052 if far & 8388608 else -0.206)
                                if like_distinct <= 0.09233
                                else (-0.196 if far & 9007199254740992 else 0.032)
                            )
                        )
                    )
                    + (
                        (
                            ((-0.210 if far & 288230376151711744 else 0.327) if far & 34359738368 else -0.199)
                            if title_side <= 0
                            else (
                                (-0.032 if text <= 24 else 0.071)
                                if since_title <= 55
                                else (0.263 if page_prose <= 0.0 else -0.040)
                            )
                        )
                        if text <= 689
                        else (
                            (-0.185 if prose_share <= 0.93972 else 0.131)
                            if since_title <= 12
                            else (-0.000 if prose_share <= 0.98236 else (-0.366 if page_blocks <= 86 else -0.146))
                        )
                    )
                    + (
                        (
                            (-0.361 if since_related <= 1 else (-0.055 if near & 1048576 else 0.120))
                            if near & 288230376151711744
                            else (-0.217 if far & 17592186044416 else (-0.154 if page_blocks <= 38 else 0.014))
                        )
                        if place <= 0.46516
                        else (
                            (-0.188 if since_related <= 105 else 0.109)
                            if page_blocks <= 52
                            else (
                                (-0.233 if s3_blocks <= 19 else 0.075)
                                if page_blocks <= 66
                                else (-0.035 if page_repeat_share <= 0.99195 else 0.207)
                            )
                        )
                    )
                    + (
                        (
                            (
                                (-0.224 if far & 128 else 0.105)
                                if since_related <= 151
                                else (0.095 if page_blocks <= 153 else -0.302)
                            )
                            if near & 64
                            else (-0.246 if far & 8589934592 else (-0.200 if near & 16 else 0.016))
                        )
                        if next_text <= 679
                        else (
                            (-0.519 if s3_blocks <= 6 else (-0.221 if like_count <= 3 else 0.091))
                            if window_density <= 0.0082023
                            else (-0.131 if s1_text <= 860 else 0.072)
                        )
                    )
                    + (
                        (
                            (
                                (-0.051 if page_density <= 0.043073 else 0.052)
                                if s3_density <= 0.069491
                                else (0.056 if title_side <= 0 else -0.088)
                            )
                            if page_density <= 0.62725
                            else (-0.156 if like_distinct <= 0.94591 else (0.267 if s1_text <= 90 else 0.063))
                        )
                        if scope <= 3
                        else (
                            (-0.304 if depth <= 12 else -0.019)
                            if since_related <= 134
                            else ((0.149 if core_side <= 0 else -0.208) if page_density <= 0.30229 else -0.212)
                        )
                    )
                    + (
                        (0.216 if far & 256 else (0.072 if far & 4398046511104 else -0.277))
                        if near & 512
                        else (
                            (
                                (-0.092 if far & 1 else 0.042)
                                if near & 131072
                                else (-0.062 if outer_share <= 0.74398 else 0.074)
                            )
                            if repeat_share <= 0.97714
                            else (
                                (-0.071 if like_share <= 0.15324 else 0.163)
                                if since_talk <= 185
                                else (-0.775 if depth <= 5 else -0.180)
                            )
                        )
                    )
                    + (
                        (
                            ((-0.109 if like_distinct <= 0.26377 else 0.023) if title_up <= 9 else 0.288)
                            if page_text <= 49648
                            else ((-0.068 if since_talk <= 202 else -0.436) if s5_density <= 0.079778 else 0.155)
                        )
                        if core_up <= 5
                        else (
                            (-0.143 if page_text <= 9985 else -0.307)
                            if page_repeat_share <= 0.5374
                            else (
                                (0.244 if far & 1 else -0.115)
                                if since_talk <= 183
                                else (0.286 if s5_density <= 0.3291 else 0.011)
                            )
                        )
                    )
                    + (
                        (
                            (-0.174 if prose_share <= 0.86113 else (-0.013 if like_share <= 0.052376 else 0.229))
                            if window_stops <= 15
                            else (-0.095 if like_share <= 0.24075 else -0.317)
                        )
                        if near & 4
                        else (
                            (-0.245 if far & 128 else (-0.224 if near & 32768 else -0.045))
                            if like_share <= 0.0060388
                            else (
                                (0.034 if window_stops <= 118 else -0.144)
                                if core_down <= 10
                                else (-0.130 if page_density <= 0.65352 else 0.125)
                            )
                        )
                    )
                    + (
                        (
                            (
                                (0.099 if since_title <= -99 else -0.233)
                                if s2_text <= 1012
                                else (0.194 if repeat_share <= 0.28999 else -0.182)
                            )
                            if repeat_share <= 0.71598
                            else (0.228 if s3_blocks <= 9 else -0.094)
                        )
                        if far & 2048
                        else (
                            (
                                (0.001 if window_stops <= 9 else -0.159)
                                if since_title <= 0
                                else (0.063 if since_title <= 25 else -0.004)
                            )
                            if window_stops <= 124
                            else (-0.251 if s2_text <= 28303 else 0.021)
                        )
                    )
                    + (
                        (
                            (0.168 if place <= 0.52176 else 0.350)
                            if s3_text <= 663
                            else (-0.227 if near & 67108864 else (0.175 if s3_text <= 1092 else 0.006))
                        )
                        if far & 536870912
                        else (
                            (-0.024 if title_side <= 0 else (-0.002 if place <= 0.01428 else -0.266))
                            if far & 8589934592
                            else (
                                (-0.248 if page_repeat_share <= 0.7016 else 0.043)
                                if near & 64
                                else (0.011 if core_down <= 11 else -0.096)
                            )
                        )
                    )
                    + (
                        (
                            ((-0.017 if scope <= 3 else -0.214) if far & 8 else (-0.250 if far & 128 else 0.069))
                            if since_heading <= 1
                            else (
                                (-0.039 if like_share <= 0.35123 else -0.216)
                                if title_down <= 9
                                else (-0.081 if since_heading <= 5 else 0.062)
                            )
                        )
                        if like_share <= 0.55144
                        else (
                            (0.080 if since_heading <= 27 else -0.435)
                            if far & 128
                            else (0.184 if outer_text <= 6990.1 else -0.061)
                        )
                    )
                    + (
                        (
                            ((-0.231 if stops <= 10 else 0.020) if bulk_down <= 9 else 0.169)
                            if near & 524288
                            else (
                                (-0.030 if far & 33554432 else 0.044)
                                if link_density <= 0.1189
                                else (-0.141 if heading_level <= 1 else 0.001)
                            )
                        )
                        if outer_text <= 3720.7
                        else (
                            (-0.223 if s3_text <= 564 else (-0.059 if near & 2 else 0.121))
                            if heading_level <= 3
                            else (-0.416 if heading_level <= 4 else -0.189)
                        )
                    )
                    + (
                        (
                            (
                                (0.153 if page_prices <= 1 else -0.010)
                                if s5_share <= 0.056823
                                else (0.127 if page_blocks <= 45 else 0.002)
                            )
                            if page_prices <= 38
                            else (0.067 if page_blocks <= 366 else -0.253)
                        )
                        if bulk_up <= 0
                        else (
                            (-0.290 if since_talk <= 101 else -0.087)
                            if page_prices <= 1
                            else (
                                (-0.162 if window_text <= 351 else 0.115)
                                if outer_text <= 165.15
                                else (0.315 if since_talk <= 160 else -0.063)
                            )
                        )
                    )
                )
        result.append(1 / (1 + exp(-score)))
    return result
